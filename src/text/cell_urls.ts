import { z } from 'zod'
import { DatabaseUrl } from './database_url.ts'

/** Addresses of databases by the names of their cells: `sud=postgres://… nord=postgres://…`. */
export const CellUrls = z
  .string()
  .transform((text) => text.split(/\s+/).filter(Boolean))
  .refine(
    (pairs) => pairs.every((pair) => /^[a-z0-9][a-z0-9-]*=/.test(pair)),
    'nom=adresse, séparés par des espaces',
  )
  .transform((pairs) =>
    Object.fromEntries(pairs.map((pair) => [pair.replace(/=.*/s, ''), pair.replace(/^[^=]*=/, '')])),
  )
  .pipe(z.record(z.string(), DatabaseUrl))
