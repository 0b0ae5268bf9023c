import { expect, it } from 'vitest'
import { html } from '../../src/text/html.ts'

it('escapes texts, also in attributes', () => {
  const text = `<script>"Feu" & 'eau'`
  expect(String(html`<p title="${text}">${text}</p>`)).toBe(
    '<p title="&lt;script&gt;&quot;Feu&quot; &amp; &#39;eau&#39;">&lt;script&gt;&quot;Feu&quot; &amp; &#39;eau&#39;</p>',
  )
})

it('inserts HTML unchanged, lists joined, and null as nothing', () => {
  const items = ['Feu', '<b>'].map((each) => html`<li>${each}</li>`)
  expect(String(html`<ul>${items}${null}</ul>`)).toBe('<ul><li>Feu</li><li>&lt;b&gt;</li></ul>')
})

it('keeps backslashes as written', () => {
  expect(String(html`a\nb${'\\n'}`)).toBe('a\nb\\n')
})
