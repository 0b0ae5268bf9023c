// Ends with exit code 0 if HEALTH_URL answers 200; with `--wait` as soon as it does, or with 1 after a minute. Runs as a
// healthcheck of containers and as the readiness of systemd units.
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'

const url = new URL(process.env.HEALTH_URL)
const request = url.protocol === 'https:' ? httpsRequest : httpRequest
const waiting = process.argv.includes('--wait')
const deadline = Date.now() + 60_000

function isHealthy() {
  return new Promise((resolve) => {
    // The certificate bears the public name, not the loopback address.
    const asking = request(url, { rejectUnauthorized: false, timeout: 4_000 }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    })
    asking.on('timeout', () => asking.destroy())
    asking.on('error', () => resolve(false))
    asking.end()
  })
}

let healthy = await isHealthy()
while (waiting && !healthy && Date.now() < deadline) {
  await new Promise((resolve) => setTimeout(resolve, 250))
  healthy = await isHealthy()
}
process.exit(healthy ? 0 : 1)
