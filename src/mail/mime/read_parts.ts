import { type MimeNode, Splitter } from '@zone-eu/mailsplit'
import { transferFault } from './transfer_fault.ts'

/**
 * One part of a message, or the message itself. A mail's statements about its parts are often wrong, and are
 * not checked here.
 */
export interface Part {
  /** Lower-case, without parameters. */
  contentType: string
  /** As written; '' when not given. */
  charset: string
  filename: string
  /** Whether the part is to be saved, not shown. */
  attached: boolean
  /** RFC 3676. `delsp`: the space before a soft line break is not part of the text. */
  flowed: 'no' | 'yes' | 'delsp'
  /** Reads a decoded header by name; '' when absent. */
  header: (name: string) => string
  /** The content without transfer encoding; empty for a multipart that has parts. */
  content: Buffer
  /**
   * French reason why `content` is not what was sent, for texts and messages; null if nothing suggests it.
   */
  fault: string | null
  parts: Part[]
}

// No alarm centre's mail has more. Limits the cost of a hostile mail.
const MOST_PARTS = 1_000

const UNDIVIDED = 'Les parties du message ne se laissent pas séparer.'
const CUT_OFF = 'Le message est tronqué : la fin de son en-tête ou de ses parties manque.'

/**
 * Reads a message (RFC 822) as the tree of its parts. A message that is itself a part stays whole, as that
 * part's content.
 * @throws when the message has more parts, or a longer header, than any honest message.
 */
export async function readParts(raw: Buffer): Promise<Part> {
  const splitter = new Splitter({ ignoreEmbedded: true, maxChildNodes: MOST_PARTS })
  splitter.end(raw)
  const bodies = new Map<MimeNode, Buffer[]>()
  for await (const chunk of splitter) {
    if (chunk.type === 'node') bodies.set(chunk, [])
    else bodies.get(chunk.node)?.push(chunk.value)
  }
  const [root] = bodies.keys()
  if (root === undefined) throw new Error('no message')
  const part = await toPart(root, bodies)
  return isCutOff(root, raw) ? { ...part, fault: CUT_OFF } : part
}

// Whether the boundary that ends the parts, or the empty line that ends the header, is missing.
function isCutOff({ multipart, _boundary: boundary }: MimeNode, raw: Buffer): boolean {
  if (raw.length > 0 && !raw.includes('\n\n') && !raw.includes('\n\r\n')) return true
  return multipart !== false && boundary !== false && !raw.includes(`--${boundary}--`)
}

async function toPart(node: MimeNode, bodies: Map<MimeNode, Buffer[]>): Promise<Part> {
  const children = [...bodies.keys()].filter((each) => each.parentNode === node)
  const parts: Part[] = []
  for (const child of children) parts.push(await toPart(child, bodies))
  const { headers } = node
  const body = Buffer.concat(bodies.get(node) ?? [])
  const text = parts.length === 0 && /^(?:text|message)\//.test(node.contentType || 'text/plain')
  // A multipart that cannot be split is read as text, and so is an invalid type (RFC 2045, 5.2).
  const undivided = node.multipart !== false && parts.length === 0
  const broken = undivided || !/^[^\s/]+\/[^\s/]+$/.test(node.contentType || '')
  return {
    contentType: broken ? 'text/plain' : node.contentType || '',
    charset: node.charset || '',
    filename: node.filename || '',
    attached: node.disposition !== false && node.disposition !== 'inline',
    flowed: node.flowed ? (node.delSp ? 'delsp' : 'yes') : 'no',
    header: (name) => (headers === false ? '' : headers.getFirst(name)),
    content: parts.length > 0 ? Buffer.alloc(0) : await decoded(node, body),
    fault: undivided ? UNDIVIDED : text ? transferFault(node.encoding || '', body) : null,
    parts,
  }
}

async function decoded(node: MimeNode, body: Buffer): Promise<Buffer> {
  const decoder = node.getDecoder()
  decoder.end(body)
  const parts: Buffer[] = []
  for await (const chunk of decoder) parts.push(chunk)
  return Buffer.concat(parts)
}
