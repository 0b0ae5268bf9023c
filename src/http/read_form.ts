import type { RequestHandler } from 'express'
import multer, { MulterError } from 'multer'
import { refusals } from './errors.ts'

/** Bytes of a file that is uploaded, and of what is kept of it. */
export const UPLOAD_LIMIT = 1024 * 1024

const limits = { fileSize: UPLOAD_LIMIT, files: 1, fields: 10, parts: 11 }
const tooLarge = ['LIMIT_PART_COUNT', 'LIMIT_FILE_SIZE', 'LIMIT_FILE_COUNT']

/**
 * Reads a form of the type multipart/form-data: files go to `req.files`, and an empty text stands for each in the
 * body.
 * @throws 400, 413.
 */
export function readForm(): RequestHandler {
  const read = multer({ limits }).any()
  return (req, res, next) => {
    read(req, res, (error: unknown) => {
      if (error instanceof MulterError && tooLarge.includes(error.code)) return next(refusals.tooLarge())
      if (error) return next(refusals.notForm())
      for (const { fieldname } of Array.isArray(req.files) ? req.files : []) req.body[fieldname] = ''
      next()
    })
  }
}
