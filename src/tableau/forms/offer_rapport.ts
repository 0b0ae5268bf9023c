import { html, type TemplateResult } from 'lit-html'
import type { Api } from '../acts/call_api.ts'
import { saveFile } from '../acts/save_file.ts'

const sections = [
  ['description', 'Description'],
  ['phases', 'Phases'],
  ['missions', 'Missions'],
  ['jalons', 'Jalons'],
  ['appels', 'Appels'],
  ['sapeurs', 'Personnes'],
  ['vehicules', 'Véhicules'],
  ['materiels', 'Matériel'],
  ['groupes', 'Groupes alertés'],
  ['quittances', 'Quittances'],
] as const

/**
 * A form that saves the report of an intervention as PDF, with the sections that are ticked.
 * @param path of the intervention in the API
 * @param refused called with the reason if there is no file
 */
export function offerRapport(api: Api, path: string, refused: (error: unknown) => void): TemplateResult {
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const chosen = new FormData(event.target as HTMLFormElement).getAll('sections')
    // Without any, the report has all of them.
    const query = chosen.map((each) => `sections=${each}`).join('&')
    void saveFile(api, `${path}/rapport?${query}`).catch(refused)
  }
  return html`<form class="rapport" @submit=${submit}>
    <button class="plain">Rapport en PDF</button>
    <details><summary>Choisir les sections</summary><fieldset><legend>Sections du rapport (sans choix&nbsp;: toutes)</legend>
      ${sections.map(([name, title]) => html`<label class="check"><input type="checkbox" name="sections" value=${name} checked> ${title}</label>`)}
    </fieldset></details>
  </form>`
}
