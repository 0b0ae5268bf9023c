import { promisify } from 'node:util'
import {
  type BrotliOptions,
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  gzipSync,
  type ZlibOptions,
} from 'node:zlib'

/** An encoding in which bodies are sent compressed. */
export type Compressed = 'br' | 'gzip'

/**
 * Whether a body is sent once, or again and again: then it is worth more work to make it short. A kept one is sent again
 * until the data change, so it is made short when it has been sent often.
 */
type Use = 'once' | 'kept' | 'again'

const OFTEN = 10

// A longer body takes more than half a millisecond. It is compressed in a thread.
const LONGEST_AT_ONCE = 32_768
// Brotli at level 4 takes about as long as gzip at level 6 and sends less. The lowest levels take a third to a fifth of
// the time, and send a fifth more.
const levels = {
  once: { br: 1, gzip: 1 },
  again: { br: 4, gzip: 6 },
}

const methods = {
  br: {
    here: (plain: Buffer, level: number) => brotliCompressSync(plain, brotliOptions(plain.length, level)),
    inThread: (plain: Buffer, level: number) =>
      promisify(brotliCompress)(plain, brotliOptions(plain.length, level)),
    stream: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: levels.once.br } }),
  },
  gzip: {
    here: (plain: Buffer, level: number) => gzipSync(plain, { level }),
    inThread: (plain: Buffer, level: number) =>
      promisify<Buffer, ZlibOptions, Buffer>(gzip)(plain, { level }),
    stream: () => createGzip({ level: levels.once.gzip }),
  },
}

/** A body whose bytes are all known. Its compressed forms are made when they are asked for, and kept. */
export class Body {
  readonly plain: Buffer
  #use: Use
  #sent = 0
  readonly #forms = new Map<Compressed, Buffer | Promise<Buffer>>()

  /** Is called when the body has taken more memory. */
  onGrowth: (() => void) | undefined

  constructor(plain: Buffer, use: Use) {
    this.plain = plain
    this.#use = use
  }

  /** Memory of all its forms. */
  get bytes(): number {
    let all = this.plain.length
    for (const form of this.#forms.values()) if (Buffer.isBuffer(form)) all += form.length
    return all
  }

  /** The bytes in an encoding; a promise while a thread makes them. */
  in(encoding: Compressed): Buffer | Promise<Buffer> {
    this.#sent += 1
    if (this.#use === 'kept' && this.#sent === OFTEN) {
      this.#use = 'again'
      this.#forms.clear()
    }
    const form = this.#forms.get(encoding) ?? this.#make(encoding)
    this.#forms.set(encoding, form)
    return form
  }

  #make(encoding: Compressed): Buffer | Promise<Buffer> {
    const { here, inThread } = methods[encoding]
    const keep = (bytes: Buffer): Buffer => {
      const own = unshared(bytes)
      this.#forms.set(encoding, own)
      this.onGrowth?.()
      return own
    }
    const level = levels[this.#use === 'again' ? 'again' : 'once'][encoding]
    if (this.plain.length <= LONGEST_AT_ONCE) return keep(here(this.plain, level))
    return inThread(this.plain, level)
      .then(keep)
      .catch((error: unknown) => {
        this.#forms.delete(encoding)
        throw error
      })
  }
}

/** Compresses a body that is sent as it is made. */
export function compressor(encoding: Compressed) {
  return methods[encoding].stream()
}

/** The bytes in memory of their own: short ones share memory with others, which they would keep as a whole. */
export function unshared(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes
  const own = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(own)
  return own
}

// Preparing a window of the usual 4 MB takes longer than compressing a short body.
function brotliOptions(length: number, level: number): BrotliOptions {
  const window = Math.ceil(Math.log2(length + 16))
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: level,
      [constants.BROTLI_PARAM_SIZE_HINT]: length,
      [constants.BROTLI_PARAM_LGWIN]: Math.min(
        Math.max(window, constants.BROTLI_MIN_WINDOW_BITS),
        constants.BROTLI_DEFAULT_WINDOW,
      ),
    },
  }
}
