import type { Request, Response } from 'express'
import {
  describeIncomplet,
  describeIncomplets,
  findIncomplets,
  findMissingDebiteur,
} from '../../exports/iso20022/find_incomplets.ts'
import { draftIdOf, endToEndIdOf } from '../../exports/iso20022/message_ids.ts'
import { nextWorkingDay } from '../../exports/iso20022/next_working_day.ts'
import type { Beneficiaire, Debiteur } from '../../exports/iso20022/ordre.ts'
import { writePain001 } from '../../exports/iso20022/write_pain001.ts'
import { programVersion } from '../../process/program_version.ts'
import { callFunction } from '../operation/call_function.ts'
import type { Handler } from '../operation/handler.ts'
import { statement } from '../operation/statements.ts'
import { Refusal, refusals } from '../refusals/errors.ts'
import { sendFile } from './send_file.ts'

type Paiement = Beneficiaire & { id: number; sapeur_id: number; montant: string }

/** The answers of api.get_decompte_ordre and api.brouillon_json. Dates are ISO 8601. */
interface Paie {
  sis_key: string
  decompte_id: number
  designation: string
  created_at: string
  today: string
  /** Null for a draft. */
  ordre: { id: number; message_id: string; date: string } | null
  debiteur: Debiteur
  paiements: Paiement[]
}

/** The paiements to pay, and the day of execution. */
interface Choice {
  date?: unknown
  paiement_ids?: unknown
  ignorer_incomplets?: unknown
}

const brouillon = statement('brouillon_json', ['decompte_id'])

/**
 * Chooses the paiements of an order before it is recorded, and checks what a bank requires of them. 409 names those who
 * cannot be paid, unless `ignorer_incomplets` leaves them out.
 */
export const prepareOrdre: NonNullable<Handler['before']> = async (database, asked) => {
  const body = (asked.body ?? {}) as Choice & { encore?: boolean | null }
  const found = await callFunction(database, brouillon, asked.caller, [asked.path.id])
  // The décompte does not exist: the operation itself answers that.
  if (found === null) return
  const paie: Paie = JSON.parse(found)
  const { date, paid, left } = choose(paie, body)
  asked.body = {
    date,
    encore: body.encore ?? false,
    debiteur: paie.debiteur,
    paiements: paid,
    avertissements: left.map((each) => `N’est pas dans l’ordre : ${describeIncomplet(each)}`),
  }
}

/** Answers the file of an order, as the bank got it, or a draft where none was recorded. */
export function answerIso20022(json: string, { query }: Request, res: Response): void {
  const paie: Paie = JSON.parse(json)
  const { sis_key, decompte_id, ordre } = paie
  if (ordre !== null) refuseChoice(query)
  const { date, paid, left } =
    ordre === null ? choose(paie, query) : { ...ordre, paid: paie.paiements, left: [] }
  const ids = paid.map(({ id }) => id)
  const xml = writePain001({
    message_id: ordre?.message_id ?? draftIdOf(sis_key, decompte_id, ids),
    created_at: new Date(paie.created_at),
    version: programVersion,
    date,
    debiteur: paie.debiteur,
    communication: paie.designation,
    virements: paid.map((each) => ({ ...each, end_to_end_id: endToEndIdOf(decompte_id, each.id) })),
  })
  if (left.length > 0) res.set('Incomplets', left.map(({ sapeur_id }) => sapeur_id).join(', '))
  const name = `decompte-${sis_key}-${decompte_id}${ordre === null ? '' : `-ordre-${ordre.id}`}.xml`
  sendFile(res, 'application/xml', name, Buffer.from(xml))
}

// A recorded order stays as the bank got it. So a choice is refused, not ignored.
function refuseChoice({ date, paiement_ids, ignorer_incomplets }: Choice): void {
  const sentence = 'Un ordre a été remis : ce choix ne vaut que pour un brouillon.'
  // Without it, nobody is left out of a recorded order either.
  const left = isTrue(ignorer_incomplets) || undefined
  const choices = { date, paiement_ids, ignorer_incomplets: left }
  const refused = Object.entries(choices).filter(([, value]) => value !== undefined)
  if (refused.length > 0)
    throw refusals.invalid(Object.fromEntries(refused.map(([field]) => [field, [sentence]])))
}

// A boolean after the validator, else still a text.
const isTrue = (value: unknown) => String(value) === 'true'

// The day of execution, those who are paid, and those who are left out.
function choose(paie: Paie, choice: Choice) {
  const { today, debiteur, sis_key } = paie
  const date = typeof choice.date === 'string' ? choice.date : nextWorkingDay(today)
  if (date < today) throw refusals.invalid({ date: ['La date d’exécution est passée.'] })
  const paiements = pick(paie.paiements, choice.paiement_ids)
  if (paiements.length === 0) throw new Refusal(409, 'Aucun paiement à verser')
  const incomplets = findIncomplets(paiements)
  const left = isTrue(choice.ignorer_incomplets) ? incomplets : []
  const missing = findMissingDebiteur(debiteur)
  const refused = [
    ...(missing.length === 0 ? [] : [{ nom: debiteur.nom || sis_key, manque: missing }]),
    ...(left.length === 0 ? incomplets : []),
  ]
  if (refused.length > 0) throw new Refusal(409, describeIncomplets(refused))
  const ids = new Set(left.map(({ id }) => id))
  const paid = paiements.filter(({ id }) => !ids.has(id))
  if (paid.length === 0) throw new Refusal(409, describeIncomplets(left))
  return { date, paid, left }
}

// Without ids, all of them.
function pick(paiements: Paiement[], ids: unknown): Paiement[] {
  if (ids === undefined || ids === null) return paiements
  // Numbers after the validator, else still texts.
  const chosen = new Set([ids].flat().map(Number))
  const known = new Set(paiements.map(({ id }) => id))
  if (!chosen.isSubsetOf(known))
    throw refusals.invalid({ paiement_ids: ['Ce décompte n’a pas ce paiement à verser.'] })
  return paiements.filter(({ id }) => chosen.has(id))
}
