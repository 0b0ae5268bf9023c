import { describe, expect, it } from 'vitest'
import { sanitizeSvg } from '../../src/images/sanitize_svg.ts'

const head = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
const svg = (inner: string, more = '') => `${head}${more}>${inner}</svg>`
/** The remains of some content before a rectangle. */
const left = (inner: string) => sanitizeSvg(svg(`${inner}<rect/>`))

describe('an SVG', () => {
  it('keeps drawing elements', () => {
    const drawing = svg(
      '<title>Caserne</title><defs><linearGradient id="a"><stop offset="0" stop-color="red"/></linearGradient>' +
        '<filter id="f"><feGaussianBlur stdDeviation="2"/></filter></defs>' +
        '<style>.b { fill: url(#a); image-rendering: auto }</style>' +
        '<g class="b" transform="rotate(45)" style="stroke:#fff"><path d="M0 0h1z" fill="url(#a)"/>' +
        '<text x="1">É &amp; à</text></g><a xlink:href="#a"><circle r="1" filter="url(#f)"/></a>' +
        '<image xlink:href="data:image/png;base64,iVBORw0KGgo=" width="1" height="1"/>',
      ' viewBox="0 0 10 10"',
    )
    expect(sanitizeSvg(drawing)).toBe(drawing)
  })

  it('loses its DOCTYPE, comments and instructions, and keeps styles from CDATA', () => {
    const around = `<?xml version="1.0"?><?xml-stylesheet href="https://x.example/a.css"?>
      <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "https://x.example/svg11.dtd">\n<!-- made by hand -->`
    const inner = '<!-- in --><?php a ?><style><![CDATA[.a > .b { fill: red }]]></style><rect/>'
    expect(sanitizeSvg(around + svg(inner))).toBe(svg('<style>.a &gt; .b { fill: red }</style><rect/>'))
  })

  it.each([
    ['a script', '<script>alert(1)</script>'],
    ['a script from elsewhere', '<script href="https://x.example/a.js"/>'],
    ['a script in another letter case', '<SCRIPT>alert(1)</SCRIPT>'],
    ['a script with a prefix', '<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>'],
    ['a script of HTML', '<h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script>'],
    [
      'a foreign object',
      '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><b/></body></foreignObject>',
    ],
    ['a frame', '<iframe xmlns="http://www.w3.org/1999/xhtml" src="javascript:alert(1)"/>'],
    ['an image assembled from elsewhere', '<use href="data:image/svg+xml;base64,PHN2Zy8+#x"/>'],
    ['an animation of an address', '<animate attributeName="href" values="javascript:alert(1)"/>'],
    ['a value set later', '<set attributeName="onload" to="alert(1)"/>'],
    [
      'a handler element',
      '<handler xmlns:ev="http://www.w3.org/2001/xml-events" ev:event="load">alert(1)</handler>',
    ],
    ['a style that imports', '<style>@import "https://x.example/a.css"</style>', '<style/>'],
    ['an unreadable style', String.raw`<style>a{fill:u\72l(https://x.example/a)}</style>`],
    ['a style with markup', '<style>&lt;/style&gt;&lt;img src=x onerror=alert(1)&gt;</style>'],
  ])('loses %s', (_, inner, rest = '') => {
    expect(left(inner)).toBe(svg(`${rest}<rect/>`))
  })

  it.each([
    ['an event handler', '<g onload="alert(1)" ONCLICK="alert(1)"/>', '<g/>'],
    ['an address with a script', '<a href="javascript:alert(1)"/>', '<a/>'],
    ['an address with a disguised script', '<a xlink:href="java&#10;script:alert(1)"/>', '<a/>'],
    ['an address elsewhere', '<a href="https://x.example/"/>', '<a/>'],
    ['an address without a scheme', '<image href="//x.example/a.png"/>', '<image/>'],
    ['a file next to it', '<image xlink:href="a.png"/>', '<image/>'],
    ['a document within it', '<image href="data:image/svg+xml;base64,PHN2Zy8+"/>', '<image/>'],
    ['a page within it', '<a href="data:text/html,&lt;script&gt;alert(1)&lt;/script&gt;"/>', '<a/>'],
    ['a base', '<g xml:base="https://x.example/"/>', '<g/>'],
    ['a filling from elsewhere', '<path fill="url(https://x.example/a.svg#b)"/>', '<path fill="none"/>'],
    ['a filling in quotes', `<path fill="url('https://x.example/a)b.svg')"/>`, '<path fill="none"/>'],
    ['an escaped filling', String.raw`<path fill="\75rl(//x.example/a)"/>`, '<path/>'],
    [
      'a style from elsewhere',
      '<path style="fill:red;mask:URL( //x.example/a )"/>',
      '<path style="fill:red;mask:none"/>',
    ],
    ['a set of images', `<path style="mask:image-set('https://x.example/a' 1x)"/>`, '<path/>'],
    [
      'a style sheet’s fonts',
      '<style>@font-face{src:url(//x.example/f)}</style>',
      '<style>@font-face{src:none}</style>',
    ],
    [
      'its imports',
      '<style>@import url(//x.example/a.css); a{fill:red}</style>',
      '<style> a{fill:red}</style>',
    ],
  ])('loses %s, and keeps the rest', (_, inner, rest) => {
    expect(left(inner)).toBe(svg(`${rest}<rect/>`))
  })
})

it.each([
  [
    'a page',
    '<html xmlns="http://www.w3.org/1999/xhtml"><svg xmlns="http://www.w3.org/2000/svg"><rect/></svg></html>',
  ],
  ['without a namespace', '<svg><rect/></svg>'],
  ['not well-formed', `${head}><rect></svg>`],
  ['two roots', `${svg('<rect/>')}${svg('<rect/>')}`],
  [
    'with a file entity',
    `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${svg('<text>&a;</text>')}`,
  ],
  ['empty', svg('')],
  ['a script alone', svg('<script>alert(1)</script>')],
  ['no XML', '<'],
])('is refused: %s', (_, text) => {
  expect(sanitizeSvg(text)).toBeNull()
})

it('has its own entities expanded', () => {
  const entities = '<!DOCTYPE svg [<!ENTITY ns "http://www.w3.org/2000/svg"><!ENTITY a "<script/>">]>'
  expect(sanitizeSvg(`${entities}<svg xmlns="&ns;"><text>&a;</text></svg>`)).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg"><text>&lt;script/&gt;</text></svg>',
  )
})

it('does not change when sanitized again', () => {
  const once = left('<style>a{fill:url(//x)}</style><a href="#b" onclick="x"><text>&lt;script&gt;</text></a>')
  expect(sanitizeSvg(once ?? '')).toBe(once)
})
