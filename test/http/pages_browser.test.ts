import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { chromiumMissing } from '../support/chromium.ts'
import { useDatabase } from '../support/database.ts'
import { useServers } from '../support/servers.ts'
import { tokenIn, useInbox, useQueue } from '../worker/send/send_fixture.ts'
import { accountOf, newcomer, tokenOf } from './pages_fixture.ts'

it('Chromium is installed to run in, always in CI', (context) => {
  const missing = chromiumMissing()
  if (!process.env.CI) context.skip(missing !== null, missing ?? '')
  expect(missing).toBeNull()
})

describe.skipIf(chromiumMissing() !== null)('in a browser', () => {
  const database = useDatabase()
  const servers = useServers(database)
  const inbox = useInbox()
  const queue = useQueue(database)
  const openTab = useBrowser()
  const at = (path: string) => `${servers.urls().auth}/${path}`
  const heading = (page: Page) => page.getByRole('heading', { level: 1 }).textContent()
  const press = (page: Page, button: string) => page.getByRole('button', { name: button }).click()

  it('the link of a confirmation leads to a page with a button that confirms', async () => {
    const email = await newcomer(database)
    await queue.ask('confirmation', email)
    await queue.work({ smtp: inbox.smtp(), links: { base: servers.urls().data } })
    const [mail] = await inbox.to(email)
    const { page, complaints } = await openTab()
    const { data } = servers.urls()
    await page.goto(`${data}/confirmation?token=${tokenIn(mail)}`)
    expect(await heading(page)).toBe('Confirmez votre adresse e-mail')
    expect(await accountOf(database, email)).toMatchObject({ verified: false })
    await press(page, 'Confirmer mon adresse')
    expect(await heading(page)).toBe('Votre adresse est confirmée')
    expect(page.url()).toBe(`${data}/confirmation`)
    expect(await accountOf(database, email)).toMatchObject({ verified: true })
    expect(complaints).toEqual([])
  })

  it('a password is changed with the keyboard alone, after a mistake that is read out', async () => {
    const email = await newcomer(database)
    const token = await tokenOf(database, 'reinitialisation', email)
    const { page, complaints } = await openTab()
    await page.goto(at(`reset-mdp?token=${token}`))
    const type = async (first: string, second: string) => {
      await page.keyboard.type(first)
      await page.keyboard.press('Tab')
      await page.keyboard.type(second)
      await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
    }
    await page.keyboard.press('Tab')
    await type('un nouveau mot', 'un autre mot')
    const second = page.getByLabel('Le même mot de passe, encore une fois')
    expect(await page.evaluate('document.activeElement.id')).toBe('password_confirmation')
    expect(await second.getAttribute('aria-invalid')).toBe('true')
    const described = page.locator(`#${await second.getAttribute('aria-describedby')}`)
    expect(await described.textContent()).toBe('Les deux mots de passe sont différents.')
    expect(await page.evaluate('[password.value, password_confirmation.value]')).toEqual(['', ''])
    await page.keyboard.press('Shift+Tab')
    await type('un nouveau mot', 'un nouveau mot')
    expect(await heading(page)).toBe('Votre mot de passe est changé')
    const body = { email, password: 'un nouveau mot' }
    expect((await servers.auth('/api/v1/login', { method: 'POST', body })).status).toBe(200)
    expect(complaints.filter((each) => !each.includes('422'))).toEqual([])
  })

  it('an account is opened without JavaScript, on a phone, and typed text is kept', async () => {
    const { page } = await openTab({
      javaScriptEnabled: false,
      viewport: { width: 320, height: 568 },
      isMobile: true,
    })
    await page.goto(at('inscription'))
    await page.getByLabel('Nom').fill('Ada Neuve')
    await page.getByLabel('Adresse e-mail').fill('chef@example.org')
    const passwords = async () => {
      await page.getByLabel('Mot de passe', { exact: true }).fill('un nouveau mot')
      await page.getByLabel('Le même mot de passe, encore une fois').fill('un nouveau mot')
    }
    await passwords()
    await press(page, 'Ouvrir le compte')
    expect(await page.locator('#email-fault').textContent()).toBe('Cette adresse e-mail est déjà utilisée.')
    expect(await page.getByLabel('Nom').inputValue()).toBe('Ada Neuve')
    expect(await page.getByLabel('Adresse e-mail').inputValue()).toBe('chef@example.org')
    expect(await page.getByLabel('Mot de passe', { exact: true }).inputValue()).toBe('')
    await page.getByLabel('Adresse e-mail').fill('ada@example.org')
    await passwords()
    await press(page, 'Ouvrir le compte')
    expect(await heading(page)).toBe('Votre compte est ouvert')
    expect(await accountOf(database, 'ada@example.org')).toMatchObject({ name: 'Ada Neuve', sessions: 0 })
  })

  it('a short password is not even sent', async () => {
    const { page } = await openTab()
    await page.goto(at('reset-mdp?token=abc'))
    await page.getByLabel('Mot de passe', { exact: true }).pressSequentially('court')
    await press(page, 'Changer le mot de passe')
    expect(await page.evaluate('password.validity.tooShort')).toBe(true)
    expect(page.url()).toBe(at('reset-mdp?token=abc'))
  })

  it.each(['confirmation', 'reset-mdp', 'inscription'])(
    'a page respects its own policy, has its style, and fits a phone: /%s',
    async (path) => {
      const { page, complaints } = await openTab({ viewport: { width: 320, height: 568 }, isMobile: true })
      await page.goto(at(`${path}?token=abc`))
      expect(await page.evaluate("getComputedStyle(document.querySelector('button')).color")).toBe(
        'rgb(255, 255, 255)',
      )
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
      expect(await page.evaluate('document.cookie')).toBe('')
      expect(complaints).toEqual([])
    },
  )

  it('a script in the address is text, and a script injected into the page does not run', async () => {
    const { page, complaints } = await openTab()
    const script = '"><script>document.title = "pris"</script><img src=x onerror="document.title = \'pris\'">'
    await page.goto(at(`confirmation?token=${encodeURIComponent(script)}`))
    expect(await page.locator('input[name=token]').inputValue()).toBe(script)
    expect(complaints).toEqual([])
    await page.route('**/confirmation?*', async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace('<main>', `<main><p title="${script}</p>`)
      await route.fulfill({ response, body })
    })
    await page.goto(at('confirmation?token=abc'))
    const violation = 'violates the following Content Security Policy directive'
    await expect.poll(() => complaints.join('\n')).toContain(violation)
    expect(await page.title()).toBe('Confirmez votre adresse e-mail - Caserne')
  })

  it('a form altered to lead elsewhere sends nothing there', async () => {
    const { page, complaints } = await openTab()
    await page.goto(at('reset-mdp?token=abc'))
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await page.evaluate("document.forms[0].action = 'http://127.0.0.1:1/'")
    await page.evaluate('document.forms[0].submit()')
    await expect.poll(() => complaints.join('\n')).toContain('form-action')
    expect(requests).toEqual([])
  })

  it('a page is not shown in a frame of another site', async () => {
    const other = createServer((_req, res) => {
      res.setHeader('Content-Type', 'text/html')
      res.end(`<iframe src="${at('reset-mdp?token=abc')}"></iframe>`)
    })
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { page, complaints } = await openTab()
    await page.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`)
    await expect.poll(() => complaints.join('\n')).toContain('frame-ancestors')
    expect(await page.frameLocator('iframe').locator('form').count()).toBe(0)
    await page.close()
    await new Promise<void>((resolve) => other.close(() => resolve()))
  })
})
