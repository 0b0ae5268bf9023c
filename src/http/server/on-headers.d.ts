// The package has no types.
declare module 'on-headers' {
  import type { ServerResponse } from 'node:http'

  /** Calls a listener just before the headers of an answer are written. */
  // biome-ignore lint/style/noDefaultExport: the package has one
  export default function onHeaders(response: ServerResponse, listener: () => void): void
}
