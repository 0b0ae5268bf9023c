import type { Config } from '../../config.ts'

/** Features of the board on this server. */
export interface BoardOptions {
  /** Whether the accounts of the demo are shown. */
  demo: boolean
  graphiql: boolean
  /** The map tiles of the operator's choice, and whose they are. */
  tiles?: { url: string; attribution: string }
}

/** Reads the options of the board from the settings. */
export function boardOptions({
  DATABASE_URL,
  API_DATABASE_URL,
  GRAPHIQL,
  MAP_TILES_URL,
  MAP_ATTRIBUTION,
}: Pick<
  Config,
  'DATABASE_URL' | 'API_DATABASE_URL' | 'GRAPHIQL' | 'MAP_TILES_URL' | 'MAP_ATTRIBUTION'
>): BoardOptions {
  return {
    demo: DATABASE_URL === undefined && API_DATABASE_URL === undefined,
    graphiql: GRAPHIQL,
    ...(MAP_TILES_URL && MAP_ATTRIBUTION && { tiles: { url: MAP_TILES_URL, attribution: MAP_ATTRIBUTION } }),
  }
}
