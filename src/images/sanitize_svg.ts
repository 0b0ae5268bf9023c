import createPurifier from 'dompurify'
import { JSDOM } from 'jsdom'

const SVG = 'http://www.w3.org/2000/svg'
// References to the same document, or to an embedded image that is no document itself.
const own = String.raw`#[\w.:-]+|data:image\/(?:png|jpeg|gif|webp);base64,[\w+\/=\s]*`
const ownReference = new RegExp(`^(?:${own})$`, 'i')
const ownUrl = new RegExp(String.raw`url\(\s*(['"]?)(?:${own})\1\s*\)`, 'gi')
// These patterns read any text once: no two neighbours match the same characters, because spaces were reduced to one
// before.
const anyUrl = /url\((?: ?"[^"]*" ?| ?'[^']*' ?|[^()]*)\)/gi
const imports = /@import[^;]*(?:;|$)/gi
// Other ways in which CSS loads something. An escape could spell any of them, and CSS has no tags.
const foreign =
  /[\\<]|@import|url\s*\(|src\s*\(|image(?:-set)?\s*\(|expression\s*\(|behavior\s*:|binding\s*:/i

/**
 * Removes scripts, handlers, foreign documents, DOCTYPE, comments and outside references from an SVG.
 * @returns XML in UTF-8; null for a text that is not well-formed, or when nothing of the SVG is left.
 */
export function sanitizeSvg(text: string): string | null {
  const { window } = new JSDOM('')
  const document = new window.DOMParser().parseFromString(text, 'image/svg+xml')
  const root = document.documentElement
  if (root?.namespaceURI !== SVG || root.localName !== 'svg') return null
  joinCharacterData(document, root)
  const profiles = { svg: true, svgFilters: true }
  createPurifier(window).sanitize(root, { IN_PLACE: true, USE_PROFILES: profiles, KEEP_CONTENT: false })
  for (const element of [root, ...root.querySelectorAll('*')]) dropForeign(element)
  return root.childElementCount === 0 ? null : new window.XMLSerializer().serializeToString(root)
}

// DOMPurify ignores CDATA sections, in which drawing programs write their styles.
function joinCharacterData(document: Document, root: Element): void {
  for (const element of [root, ...root.querySelectorAll('*')])
    for (const node of [...element.childNodes])
      if (node.nodeType === node.CDATA_SECTION_NODE)
        node.replaceWith(document.createTextNode(node.textContent ?? ''))
}

function dropForeign(element: Element): void {
  for (const { name, localName, value } of [...element.attributes]) {
    if (localName === 'href' && !ownReference.test(value)) element.removeAttribute(name)
    else if (value.includes('(') || value.includes('\\')) {
      const local = localCss(value)
      if (local === null) element.removeAttribute(name)
      else if (local !== value) element.setAttribute(name, local)
    }
  }
  if (element.localName !== 'style') return
  const css = localCss(element.textContent ?? '')
  if (css === null) element.remove()
  else element.textContent = css
}

// Removes what CSS would load from elsewhere; null when some of it might remain.
function localCss(css: string): string | null {
  const kept = css
    .replace(/\s+/g, ' ')
    .replace(imports, '')
    .replace(anyUrl, (url) => (url.replace(ownUrl, '') === '' ? url : 'none'))
  return foreign.test(kept.replace(ownUrl, '')) ? null : kept
}
