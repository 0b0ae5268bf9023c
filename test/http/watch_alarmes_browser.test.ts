import { expect, it } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { soon, useStreams } from './live/streams_fixture.ts'

const { servers, alarm } = useStreams()
const open = useBrowser()

it('a page of another origin follows the alarms with fetch, and resumes where it was', async (context) => {
  const { page, complaints } = await open().catch((error: Error) => context.skip(error.message))
  const { accessToken } = await servers.signIn('lecteur@example.org')
  const url = `${servers.urls().data}/api/v2/alarmes/flux`
  // Like a screen: each event's id is kept for a lost connection.
  const follow = (last: string) =>
    page.evaluate(
      async ([url, token, last]) => {
        const seen: string[] = []
        Object.assign(window, { seen })
        const headers = {
          'sis-key': 'hs',
          authorization: `Bearer ${token}`,
          ...(last && { 'last-event-id': last }),
        }
        const response = await fetch(String(url), { headers })
        const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
        const read = async () => {
          for (let text = ''; ; ) {
            const { value, done } = (await reader?.read()) ?? { done: true }
            if (done) return
            const blocks = (text + value).split('\n\n')
            text = blocks.pop() ?? ''
            seen.push(...blocks)
          }
        }
        void read()
      },
      [url, accessToken, last],
    )
  const seen = () => page.evaluate(() => (window as unknown as { seen: string[] }).seen)
  await follow('')
  await expect
    .poll(async () => (await seen()).at(-1), soon)
    .toMatch(/^event: a_jour\nid: [\d._-]+\ndata: {"complet":true}$/)
  const [, last = ''] = /^id: ([\d._-]+)$/m.exec((await seen()).at(-1) ?? '') ?? []
  await alarm('à l’écran')
  await expect
    .poll(async () => (await seen()).at(-1), soon)
    .toMatch(/^event: alarme\nid: [\d._-]+\ndata: {.*"adresse":"à l’écran".*}$/)
  await follow(last)
  await expect.poll(async () => (await seen()).at(-1), soon).toMatch(/"complet":false/)
  expect((await seen()).join('\n')).toContain('à l’écran')
  expect(complaints).toEqual([])
})
