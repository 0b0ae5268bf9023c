-- For wrk: posts the same JSON body again and again. wrk -s bench/post.lua URL -- BODY
function init(args)
  wrk.method = "POST"
  wrk.headers["content-type"] = "application/json"
  wrk.body = args[1]
end
