-- For wrk: sends the same request again and again, with each of some bodies in turn.
-- wrk -s bench/wrk.lua URL -- METHOD [BODY…]
local requests = {}
local sent = 0

function init(args)
  local method = table.remove(args, 1)
  if #args == 0 then
    requests[1] = wrk.format(method)
  else
    wrk.headers["content-type"] = "application/json"
    for _, body in ipairs(args) do
      table.insert(requests, wrk.format(method, nil, nil, body))
    end
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
