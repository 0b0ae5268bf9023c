// Draws the icons of the board for devices that take no SVG: node docs/images/make_icones.mjs
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'

const folder = join(import.meta.dirname, '../../src/tableau')
const icon = readFileSync(join(folder, 'icon.svg'), 'utf8')
// Android cuts a mask out of the icon and keeps the middle; a badge is drawn in one colour, by its transparency.
const masked = icon
  .replace('viewBox="0 0 64 64"', 'viewBox="-8 -8 80 80"')
  .replace('<rect ', '<rect x="-8" y="-8" ')
const icons = {
  'icone-192': [icon, 192],
  'icone-512': [icon, 512],
  'masque-512': [masked.replace('width="64" height="64"', 'width="80" height="80"'), 512],
  'badge-96': [icon.replace(/<rect[^>]*>/, ''), 96],
}

mkdirSync(join(folder, 'icones'), { recursive: true })
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium' })
for (const [name, [svg, size]] of Object.entries(icons)) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  await page.setContent(`<style>body { margin: 0 } svg { display: block; width: 100vw }</style>${svg}`)
  writeFileSync(join(folder, 'icones', `${name}.png`), await page.screenshot({ omitBackground: true }))
}
await browser.close()
