// The package has no types.
declare module 'negotiator' {
  /** Reads what the headers of a request accept. */
  // biome-ignore lint/style/noDefaultExport: the package has one
  export default class Negotiator {
    constructor(request: { headers: Record<string, string | string[] | undefined> })
    /** The best of some encodings, of which the client may like several as much. */
    encoding<T extends string>(available: T[], options: { preferred: T[] }): T | undefined
  }
}
