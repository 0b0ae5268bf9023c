select a.json from bench.answers a where a.name = $1
