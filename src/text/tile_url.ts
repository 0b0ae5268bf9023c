import { z } from 'zod'

const HOST = /^([\w-]+(\.[\w-]+)*|\[[\da-f:.]+\])$/i

/** The address of map tiles, with `{z}`, `{x}` and `{y}` in its path or query. */
export const TileUrl = z
  .string()
  .refine(isTemplate, 'une adresse telle que https://tuiles.example.org/{z}/{x}/{y}.png est attendue')

// The origin goes into a policy of browsers, so it may be nothing but an origin.
function isTemplate(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return false
  const rest = text.slice(text.indexOf('/', url.protocol.length + 2))
  return (
    HOST.test(url.hostname) &&
    url.username + url.password + url.hash === '' &&
    !/\s/.test(text) &&
    ['{z}', '{x}', '{y}'].every((part) => rest.split(part).length === 2)
  )
}
