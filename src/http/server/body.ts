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
} from 'node:zlib'

/** An encoding in which bodies are sent compressed. */
export type Compressed = 'br' | 'gzip'

// A longer body takes more than half a millisecond. It is compressed in a thread.
const LONGEST_AT_ONCE = 32_768
// Brotli at level 4 takes about as long as gzip at level 6 and sends less.
const QUALITY = 4

const methods = {
  br: {
    here: (plain: Buffer) => brotliCompressSync(plain, optionsFor(plain.length)),
    inThread: (plain: Buffer) => promisify(brotliCompress)(plain, optionsFor(plain.length)),
    stream: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }),
  },
  gzip: { here: (plain: Buffer) => gzipSync(plain), inThread: promisify(gzip), stream: () => createGzip() },
}

/** A body whose bytes are all known. Each compressed form is made once, when it is asked for first. */
export class Body {
  readonly plain: Buffer
  readonly #forms = new Map<Compressed, Buffer | Promise<Buffer>>()
  #formBytes = 0

  /** Is called when the body has taken more memory. */
  onGrowth: (() => void) | undefined

  constructor(plain: Buffer) {
    this.plain = plain
  }

  /** Memory of all its forms. */
  get bytes(): number {
    return this.plain.length + this.#formBytes
  }

  /** The bytes in an encoding; a promise while a thread makes them. */
  in(encoding: Compressed): Buffer | Promise<Buffer> {
    const form = this.#forms.get(encoding) ?? this.#make(encoding)
    this.#forms.set(encoding, form)
    return form
  }

  #make(encoding: Compressed): Buffer | Promise<Buffer> {
    const { here, inThread } = methods[encoding]
    const keep = (bytes: Buffer): Buffer => {
      const own = unshared(bytes)
      this.#forms.set(encoding, own)
      this.#formBytes += own.length
      this.onGrowth?.()
      return own
    }
    return this.plain.length <= LONGEST_AT_ONCE ? keep(here(this.plain)) : inThread(this.plain).then(keep)
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
function optionsFor(length: number): BrotliOptions {
  const window = Math.ceil(Math.log2(length + 16))
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: length,
      [constants.BROTLI_PARAM_LGWIN]: Math.min(
        Math.max(window, constants.BROTLI_MIN_WINDOW_BITS),
        constants.BROTLI_DEFAULT_WINDOW,
      ),
    },
  }
}
