-- For wrk: sends some requests in turn, again and again.
-- wrk -s bench/wrk.lua URL -- METHOD PATH BODY [METHOD PATH BODY…]
-- An empty path is that of the URL; an empty body is none.
local requests = {}
local sent = 0

function init(args)
  for n = 1, #args, 3 do
    local method, path, body = args[n], args[n + 1], args[n + 2]
    local headers = {}
    for name, value in pairs(wrk.headers) do
      headers[name] = value
    end
    if body ~= "" then
      headers["content-type"] = "application/json"
    end
    table.insert(requests, wrk.format(method, path ~= "" and path or nil, headers, body ~= "" and body or nil))
  end
end

function request()
  sent = sent + 1
  return requests[sent % #requests + 1]
end

-- Times are in microseconds.
function done(summary, latency)
  local faults = summary.errors
  io.write(string.format('\nDONE {"requests":%d,"duration":%d,"bytes":%d,"p50":%d,"p99":%d,"faults":%d}\n',
    summary.requests, summary.duration, summary.bytes, latency:percentile(50), latency:percentile(99),
    faults.connect + faults.read + faults.write + faults.status + faults.timeout))
end
