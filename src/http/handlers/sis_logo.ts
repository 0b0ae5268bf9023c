import type { Request, RequestHandler } from 'express'
import { query } from '../../db/pool.ts'
import { readImage } from '../../images/read_image.ts'
import type { Databases } from '../cells/databases.ts'
import { UPLOAD_LIMIT } from '../input/read_form.ts'
import type { Database } from '../operation/database.ts'
import { isKnown } from '../operation/etag.ts'
import type { Asked } from '../operation/handler.ts'
import { refusals } from '../refusals/errors.ts'

const UNKNOWN = 'Logo inconnu'
const MAX_AGE_S = 300
// No account and no permission: $1 is only the key to look up.
const text = "select api.get_sis_logo(sis_key => $1)::text as json from request.open(null, $1, '{}', null)"

// The answer of api.get_sis_logo.
interface Logo {
  type: string
  etag: string
  image: string
}

/** GET /sis-logo/{sis_key}: the image itself, public. */
export function getSisLogo(databases: Databases): RequestHandler {
  return async (req, res) => {
    const key = String(req.params.sis_key)
    if (!/^[\w-]+$/.test(key)) throw refusals.notFound(UNKNOWN)
    const { pool, namedStatements } = databases.of(key)
    const named = namedStatements ? { name: 'get_sis_logo' } : {}
    const { rows } = await query<{ json: string | null }>(pool, { ...named, text, values: [key] })
    const json = rows[0]?.json
    if (json == null) throw refusals.notFound(UNKNOWN)
    const logo: Logo = JSON.parse(json)
    res.set({
      ETag: `"${logo.etag}"`,
      'Cache-Control': `public, max-age=${MAX_AGE_S}`,
      // Other sites may embed the image. An SVG that is opened by itself may load and run nothing.
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    })
    if (isKnown(req.get('if-none-match'), { version: logo.etag, state: '', content: '' }))
      return void res.status(304).end()
    const bytes = Buffer.from(logo.image, 'base64')
    res.set({ 'Content-Type': logo.type, 'Content-Length': String(bytes.length) }).end(bytes)
  }
}

/**
 * Before create_sis_logo: makes the uploaded file an image that is safe to show.
 * @throws 422 for any other file, 413
 */
export async function readLogo(_database: Database, asked: Asked, req: Request): Promise<void> {
  const file = uploaded(req, 'logo')
  if (file === undefined) throw refusals.invalid({ logo: ['Ce champ est obligatoire.'] })
  const image = await readImage(file)
  if (image === null)
    throw refusals.invalid({ logo: ['Ce fichier n’est pas une image PNG, JPEG, WebP ou SVG.'] })
  if (image.bytes.length > UPLOAD_LIMIT) throw refusals.tooLarge()
  asked.body = { type: image.type, image: image.bytes.toString('base64') }
}

// The files of a form are in req.files.
function uploaded({ files }: Request, field: string): Buffer | undefined {
  return Array.isArray(files) ? files.find((file) => file.fieldname === field)?.buffer : undefined
}
