import { monitorEventLoopDelay } from 'node:perf_hooks'

const RESOLUTION_MS = 20
const EVERY_MS = 100
const NANOSECONDS = 1e6

let watched = false
let delay = 0

/**
 * How long events of this process have waited lately for their turn, in ms. It grows when JavaScript itself is busier
 * than one processor allows, which no queue shows.
 */
export function loopDelay(): number {
  if (!watched) watch()
  return delay
}

function watch(): void {
  watched = true
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  histogram.enable()
  setInterval(() => {
    // Each value is the time between two ticks. Without ticks the mean is not a number.
    delay = histogram.count === 0 ? 0 : Math.max(0, histogram.mean / NANOSECONDS - RESOLUTION_MS)
    histogram.reset()
  }, EVERY_MS).unref()
}
