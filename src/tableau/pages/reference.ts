import { html, nothing, type TemplateResult } from 'lit-html'
import { listOperations, type Operation, type Parameter, type Schema } from '../acts/openapi_operations.ts'
import { sentenceOf } from '../acts/refused.ts'
import { signedIn } from '../acts/signed_in.ts'
import type { OpenPage, PageContext } from '../board_page.ts'
import { type Answer, tryOperation } from '../forms/try_operation.ts'

/** `/docs`: both APIs as a reference to search in, and a call of any operation to try. */
export const page: OpenPage = {
  title: 'Documentation de l’API',
  access: 'everyone',
  async open(context) {
    const sources = [
      { api: 'Données', path: '/api/v2' },
      { api: 'Authentification', path: '/auth/api/v1' },
    ]
    const documents = await Promise.all(
      sources.map(async ({ api, path }) => {
        const response = await fetch(`${path}/openapi.json`, { signal: context.signal })
        return response.ok ? listOperations(await response.json(), api, path) : []
      }),
    )
    new Reference(context, documents.flat()).draw()
  },
}

class Reference {
  #context: PageContext
  #operations: Operation[]
  #words = ''
  #open = location.hash.slice(1)
  #answers = new Map<string, Answer>()

  constructor(context: PageContext, operations: Operation[]) {
    this.#context = context
    this.#operations = operations
  }

  draw(): void {
    const found = this.#found()
    const groups = Map.groupBy(found, ({ api, tag }) => `${api} · ${tag}`)
    const search = (event: Event) => {
      this.#words = (event.target as HTMLInputElement).value
      this.draw()
    }
    this.#context.render(html`<main id="contenu" tabindex="-1" class="reference">
      <p><a class="mark" href="/">Caserne</a></p>
      <h1>Documentation de l’API</h1>
      <p>Les deux documents, tels que les serveurs les appliquent&nbsp;:
        <a href="/api/v2/openapi.json" target="_blank">données</a>,
        <a href="/auth/api/v1/openapi.json" target="_blank">authentification</a> (OpenAPI 3.1).
        ${signedIn() === null ? html`<a href="/?suite=/docs">Connectez-vous</a> pour essayer les opérations.` : nothing}</p>
      <label for="mots">Chercher une opération, un champ, un chemin</label>
      <input id="mots" type="search" autocomplete="off" .value=${this.#words} @input=${search}>
      <p class="quiet" role="status">${found.length} opérations sur ${this.#operations.length}</p>
      ${[...groups].map(
        ([title, operations]) =>
          html`<section><h2>${title}</h2>${operations.map((each) => this.#row(each))}</section>`,
      )}
    </main>`)
  }

  #found(): Operation[] {
    const words = this.#words.toLowerCase().split(/\s+/).filter(Boolean)
    return this.#operations.filter(({ text }) => words.every((word) => text.includes(word)))
  }

  #row(operation: Operation): TemplateResult {
    const open = this.#open === operation.key
    const toggle = (event: Event) => {
      const details = event.target as HTMLDetailsElement
      if (details.open === open) return
      this.#open = details.open ? operation.key : ''
      this.draw()
    }
    return html`<details id=${operation.key} ?open=${open} @toggle=${toggle}>
      <summary><span class="title"><b>${operation.method}</b> <code>${operation.path}</code>
        <span class="quiet" lang="en">${operation.summary}</span></span></summary>
      ${open ? this.#whole(operation) : nothing}
    </details>`
  }

  #whole(operation: Operation): TemplateResult {
    const { description, permissions, parameters, body, example, answers } = operation
    return html`<div class="operation">
      ${description === '' ? nothing : html`<p lang="en">${description}</p>`}
      <p class="quiet">${permissions}</p>
      <form @submit=${(event: SubmitEvent) => void this.#try(event, operation)}>
        ${parameters.length === 0 ? nothing : html`<h3>Paramètres</h3>${parameters.map(parameterRow)}`}
        ${
          body === null
            ? nothing
            : html`<h3>Corps</h3>${fieldTable(body)}
          <label for="corps">Corps à envoyer</label>
          <textarea id="corps" name="body" rows="8" spellcheck="false">${example}</textarea>`
        }
        ${signedIn() === null && operation.signedIn ? nothing : html`<p class="actions"><button>Essayer</button></p>`}
      </form>
      ${this.#answer(operation)}
      <h3>Réponses</h3>
      <table><thead><tr><th scope="col">Statut</th><th scope="col">Sens</th></tr></thead>
        <tbody>${answers.map(({ status, sense }) => html`<tr><td>${status}</td><td lang="en">${sense}</td></tr>`)}</tbody></table>
    </div>`
  }

  #answer({ key }: Operation): TemplateResult | typeof nothing {
    const answer = this.#answers.get(key)
    if (answer === undefined) return nothing
    return html`<h3 role="status">${answer.status} en ${answer.milliseconds} ms</h3>
      <pre tabindex="0" aria-label="Réponse">${answer.text}</pre>`
  }

  async #try(event: SubmitEvent, operation: Operation): Promise<void> {
    event.preventDefault()
    const form = new FormData(event.target as HTMLFormElement)
    const value = (name: string) => String(form.get(name) ?? '').trim()
    const answer = await tryOperation(operation, value, this.#context.signal).catch((error: unknown) => ({
      status: 0,
      milliseconds: 0,
      text: sentenceOf(error),
    }))
    this.#answers.set(operation.key, answer)
    this.draw()
    this.#context.announce(`Réponse ${answer.status}`)
  }
}

function parameterRow({ name, description, required, example }: Parameter): TemplateResult {
  return html`<label for=${`p-${name}`}>${name}${required ? ' (obligatoire)' : ''}</label>
    <input id=${`p-${name}`} name=${`p-${name}`} ?required=${required} placeholder=${example}>
    <p class="quiet" lang="en">${description}</p>`
}

function fieldTable(schema: Schema): TemplateResult {
  return html`<div class="scroll"><table>
    <thead><tr><th scope="col">Champ</th><th scope="col">Type</th><th scope="col">Sens</th></tr></thead>
    <tbody>${schema.fields.map(
      ({ name, type, description, required }) =>
        html`<tr><td><code>${name}</code>${required ? ' *' : ''}</td><td>${type}</td><td lang="en">${description}</td></tr>`,
    )}</tbody></table></div>`
}
