import { html, nothing, type TemplateResult } from 'lit-html'
import { type Alarme, answerNames, type Reponse } from './alarme_record.ts'
import { minutesText, timeText } from './french.ts'

/** Shows how many people come: a large number, then what is missing. */
export function showCounts({ effectif }: Pick<Alarme, 'effectif'>): TemplateResult {
  const rest = [
    [effectif.chefs, effectif.chefs < 2 ? 'chef' : 'chefs'],
    [effectif.porteurs, effectif.porteurs < 2 ? 'porteur' : 'porteurs'],
    [effectif.plus_tard, 'plus tard'],
    [effectif.ne_vient_pas, effectif.ne_vient_pas < 2 ? 'ne vient pas' : 'ne viennent pas'],
    [effectif.sans_reponse, 'sans réponse'],
  ]
  return html`<dl class="counts">
    <div class="comes"><dt>${effectif.vient < 2 ? 'vient' : 'viennent'}</dt><dd>${effectif.vient}</dd></div>
    ${rest.map(([count, name]) => html`<div><dt>${name}</dt><dd>${count}</dd></div>`)}
  </dl>`
}

const order: Reponse['reponse'][] = ['vient', 'plus_tard', 'ne_vient_pas', 'pas_atteint']

/** Shows the answers, those who come first. */
export function showAnswers({ reponses }: Pick<Alarme, 'reponses'>): TemplateResult {
  if (reponses.length === 0) return html`<p class="quiet">Personne n’a encore répondu.</p>`
  const sorted = reponses.toSorted((a, b) => order.indexOf(a.reponse) - order.indexOf(b.reponse))
  return html`<table class="answers">
    <thead><tr><th scope="col">Nom</th><th scope="col">Réponse</th><th scope="col" class="number">Dans</th><th scope="col" class="number">À</th></tr></thead>
    <tbody>${sorted.map(
      (each) => html`<tr class=${each.reponse}>
        <td>${each.nom_prenom}${each.remarque === '' ? nothing : html`<div class="quiet">${each.remarque}</div>`}</td>
        <td class="short">${answerNames[each.reponse]}</td>
        <td class="number">${each.delai === null ? '' : minutesText(each.delai)}</td>
        <td class="number">${timeText(each.at)}</td>
      </tr>`,
    )}</tbody>
  </table>`
}
