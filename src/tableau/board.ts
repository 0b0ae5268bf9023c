import { html, nothing, render, type TemplateResult } from 'lit-html'
import type { BoardPage, OpenPage, SignedPage } from './board_page.ts'
import { findPage } from './board_paths.ts'
import { apiOf, callAuth, isSignedOut } from './call_api.ts'
import { chosenSis, rememberSis } from './chosen_sis.ts'
import { onConnection } from './connection.ts'
import { frame, holds, offlineNotice } from './frame.ts'
import { sentenceOf } from './refused.ts'
import { type Account, onSignedOut, resume, signedIn, signOut } from './signed_in.ts'
import { startWorker } from './start_worker.ts'

const root = document.querySelector<HTMLElement>('#tableau') ?? document.body
const says = document.querySelector<HTMLElement>('#annonces')
let names: Record<string, string> = {}
let resumed: Promise<Account | null> | undefined
let left = new AbortController()
let draw: () => void = () => undefined

// Opens the page of the address bar.
async function open(): Promise<void> {
  left.abort()
  left = new AbortController()
  const { signal } = left
  draw = () => undefined
  const found = findPage(location.pathname)
  if (found === null) return show(html`<main id="contenu"><h1>Cette page n’existe pas</h1></main>`)
  const [{ page }, account] = await Promise.all([
    import(`./pages/${found.module}.ts`) as Promise<{ page: BoardPage }>,
    currentAccount(),
  ])
  if (signal.aborted) return
  document.title = page.title === 'Caserne' ? 'Caserne' : `${page.title} - Caserne`
  document.body.className = found.module
  if (page.access === 'everyone') return await openFree(page, found.params, signal)
  if (account === null) return navigate(`/?suite=${encodeURIComponent(location.pathname)}`, true)
  await openSigned(page, account, found.params, signal)
}

async function openFree(page: OpenPage, params: Record<string, string>, signal: AbortSignal): Promise<void> {
  const query = new URLSearchParams(location.search)
  const draws = drawing(signal, (content) => html`${offlineNotice()}${content}`)
  await page.open({ params, query, signal, announce, render: draws })
}

async function openSigned(
  page: SignedPage,
  account: Account,
  params: Record<string, string>,
  signal: AbortSignal,
): Promise<void> {
  const sis = chosenSis(account)
  const draws = drawing(signal, (content) => {
    const actions = { onSis: chooseSis, onSignOut: () => void leave() }
    return frame({ account, sis, names, pathname: location.pathname, ...actions }, content)
  })
  draws(html`<p class="quiet">Chargement…</p>`)
  void nameSis().then(() => signal.aborted || draw())
  if (sis === '' && page.permissions.length > 0)
    return draws(html`<h1>Aucun service</h1><p>Votre compte n’a encore aucun droit.</p>`)
  if (!holds(account, sis, page.permissions))
    return draws(html`<h1>${page.title}</h1><p>Vous n’avez pas le droit de voir cette page.</p>`)
  const can = (...permissions: string[]) => holds(account, sis, permissions)
  const query = new URLSearchParams(location.search)
  const context = { account, sis, api: apiOf(sis), can, params, query, signal, announce, render: draws }
  try {
    await page.open(context)
  } catch (error) {
    if (signal.aborted) return
    if (isSignedOut(error)) return navigate(`/?suite=${encodeURIComponent(location.pathname)}`, true)
    draws(html`<h1>${page.title}</h1><p role="alert" class="fault">${sentenceOf(error)}</p>
      <button @click=${() => void open()}>Réessayer</button>`)
    // The page is opened again as soon as the server is back.
    onConnection((online) => online && void open(), signal)
  }
}

// Draws a page until it is left.
function drawing(signal: AbortSignal, around: (content: TemplateResult) => TemplateResult) {
  let last: TemplateResult = html`${nothing}`
  draw = () => show(around(last))
  return (content: TemplateResult) => {
    if (signal.aborted) return
    last = content
    draw()
  }
}

function show(content: TemplateResult): void {
  render(content, root)
}

function announce(sentence: string): void {
  if (says) says.textContent = sentence
}

// Asked once: the session of an earlier page is continued.
function currentAccount(): Promise<Account | null> {
  const account = signedIn()
  if (account !== null) return Promise.resolve(account)
  resumed ??= resume().catch(() => null)
  const asked = resumed
  resumed = undefined
  return asked
}

function chooseSis(key: string): void {
  rememberSis(key)
  void open()
}

async function nameSis(): Promise<void> {
  if (Object.keys(names).length > 0) return
  const { data } = await callAuth<{ data: { api_key: string; nom: string }[] }>('GET', '/sis').catch(() => ({
    data: [],
  }))
  names = Object.fromEntries(data.map(({ api_key, nom }) => [api_key, nom]))
}

async function leave(): Promise<void> {
  await signOut()
  navigate('/', true)
}

// Goes to another page of the board.
function navigate(path: string, replace = false): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', path)
  scrollTo(0, 0)
  void open()
}

// Links between pages do not load the program again.
addEventListener('click', (event) => {
  const link = (event.target as Element).closest?.<HTMLAnchorElement>('a[href]')
  const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
  if (
    !link ||
    !plain ||
    link.target !== '' ||
    link.origin !== location.origin ||
    link.hasAttribute('download')
  )
    return
  if (findPage(link.pathname) === null || (link.pathname === location.pathname && link.hash !== '')) return
  event.preventDefault()
  navigate(link.pathname + link.search)
})
addEventListener('popstate', () => void open())
// A page that the browser kept may belong to someone who has signed out since.
addEventListener('pageshow', (event) => event.persisted && location.reload())
addEventListener('caserne:navigate', (event) => navigate((event as CustomEvent<string>).detail))
onSignedOut(() => navigate('/', true))
onConnection(() => draw())
startWorker()
void open()
