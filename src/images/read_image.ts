import { cleanSvg } from './clean_svg.ts'

/** An image that may be shown to anyone. */
interface Image {
  type: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/svg+xml'
  bytes: Buffer
}

// The first bytes of each type, in hexadecimal: RFC 2083, 12.12; ISO 10918-1, B.1; RFC 9649, 2.4.
const beginnings = [
  ['image/png', /^89504e470d0a1a0a/],
  ['image/jpeg', /^ffd8ff/],
  ['image/webp', /^52494646.{8}57454250/],
] as const

/**
 * Reads an image by its content, not its name: PNG, JPEG or WebP unchanged, SVG made safe; null for any other file.
 */
export async function readImage(file: Buffer): Promise<Image | null> {
  const head = file.subarray(0, 16).toString('hex')
  const type = beginnings.find(([, beginning]) => beginning.test(head))?.[0]
  if (type !== undefined) return { type, bytes: file }
  const text = decode(file)?.trimStart()
  const svg = text?.startsWith('<') ? await cleanSvg(text) : null
  return svg === null ? null : { type: 'image/svg+xml', bytes: Buffer.from(svg) }
}

function decode(file: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    return null
  }
}
