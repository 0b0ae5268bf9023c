import type { RequestHandler } from 'express'
import multer, { MulterError } from 'multer'
import { refusals } from '../refusals/errors.ts'
import { letSend, refuseLong } from './read_body.ts'

/** The largest size, in bytes, of an uploaded file and of the image that is stored. */
export const UPLOAD_LIMIT = 1024 * 1024

// Room for the fields beside the file, and for what stands around them.
const REST = 64 * 1024
const limits = { fileSize: UPLOAD_LIMIT, fieldSize: 4 * 1024, files: 1, fields: 10, parts: 11 }
const tooLarge = ['LIMIT_PART_COUNT', 'LIMIT_FILE_SIZE', 'LIMIT_FILE_COUNT', 'LIMIT_FIELD_VALUE']

/**
 * Reads a form of type multipart/form-data. Files go to `req.files`; the body has an empty text for each of them.
 * @throws 400 for an unreadable form, 413 for a file that is too large
 */
export function readForm(): RequestHandler {
  const read = multer({ limits }).any()
  return (req, res, next) => {
    refuseLong(req, UPLOAD_LIMIT + REST)
    letSend(req)
    read(req, res, (error: unknown) => {
      if (error instanceof MulterError && tooLarge.includes(error.code)) return next(refusals.tooLarge())
      if (error) return next(refusals.notForm())
      for (const { fieldname } of Array.isArray(req.files) ? req.files : []) req.body[fieldname] = ''
      next()
    })
  }
}
