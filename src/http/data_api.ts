import type { RequestHandler } from 'express'
import type { Verify } from '../auth/tokens.ts'
import type { Config } from '../config.ts'
import type { Metrics } from '../process/metrics.ts'
import { readMailboxKey } from '../process/secrets.ts'
import { checkAccess } from './admission/access.ts'
import { UnknownTokens } from './admission/unknown_tokens.ts'
import { type Databases, noteMoved } from './cells/databases.ts'
import { refuseOnStandby } from './cells/refuse_on_standby.ts'
import { runInCell } from './cells/run_in_cell.ts'
import { readDocument } from './document/document.ts'
import { answerCertificats, answerMonCertificat } from './handlers/certificats_salaire.ts'
import { answerComplet } from './handlers/create_intervention_complet.ts'
import { answerDecompte, answerMonDecompte } from './handlers/decompte_feuilles.ts'
import { answerIso20022, prepareOrdre } from './handlers/decompte_iso20022.ts'
import { answerConvocation, answerListePresence } from './handlers/exercice_feuilles.ts'
import { answerExport, chooseTable } from './handlers/export_statistiques.ts'
import { answerRapportIntervention } from './handlers/intervention_rapport.ts'
import { askReleve } from './handlers/list_alarmes.ts'
import { answerMesDonnees } from './handlers/mes_donnees.ts'
import { messageRaw } from './handlers/message_raw.ts'
import { getMobileVersion } from './handlers/mobile_version.ts'
import { sealAppareil } from './handlers/seal_appareil.ts'
import { sealPassword } from './handlers/seal_password.ts'
import { createWebhook, sealWebhook } from './handlers/seal_webhook.ts'
import { answerTables } from './handlers/send_tables.ts'
import { answerExercicesIcs, createCalendrier, getCalendrier } from './handlers/serve_calendrier.ts'
import { createMur, getMur, watchMur } from './handlers/serve_mur.ts'
import { getSisLogo, readLogo } from './handlers/sis_logo.ts'
import { answerRapportStatistique } from './handlers/statistique_rapport.ts'
import { watchAlarmes } from './handlers/watch_alarmes.ts'
import { refuseUnstorable } from './input/reduce_body.ts'
import { addReceived } from './input/tolerate.ts'
import type { AlarmeStreams } from './live/alarme_streams.ts'
import { announceReponse } from './live/announce_reponse.ts'
import type { Notifications } from './live/listener.ts'
import type { Api } from './mount_api.ts'
import { explainConstraints } from './operation/constraints.ts'
import type { Handler } from './operation/handler.ts'
import { KeptAnswers } from './operation/kept_answers.ts'
import { putSessionFirst } from './operation/precedence.ts'
import { runOperation } from './operation/run_operation.ts'

/** Dependencies of the data API: its databases, the listener for notifications, and the streams of alarms. */
export interface DataFoundation {
  databases: Databases
  listener: Notifications
  streams: AlarmeStreams
}

/** Handlers of operations that need more than their SQL function, by operationId. */
export function dataHandlers(
  config: Pick<Config, 'MAILBOX_KEY' | 'DATA_DIR' | 'DELIVERY_HOSTS'>,
  { databases, listener, streams }: DataFoundation,
): Record<string, Handler> {
  const readKey = () => readMailboxKey(config)
  const hosts = config.DELIVERY_HOSTS
  const messagerie: Handler = { before: sealPassword(readKey) }
  return {
    list_alarmes: { before: askReleve(listener, databases) },
    repondre_alarme: { after: ({ caller }) => announceReponse(listener, caller.sisKey) },
    watch_alarmes: watchAlarmes(streams),
    create_intervention_complet: { before: addReceived, answer: answerComplet },
    create_messagerie: messagerie,
    create_mon_calendrier: createCalendrier,
    create_mon_appareil: { before: sealAppareil(readKey, hosts) },
    create_mur: createMur,
    create_webhook: createWebhook(readKey, hosts),
    update_messagerie: messagerie,
    update_webhook: { before: sealWebhook(readKey, hosts) },
    get_message_raw: messageRaw(),
    create_sis_logo: { before: readLogo },
    export_statistiques: { before: chooseTable, answer: answerExport },
    create_decompte_ordre: { before: prepareOrdre },
    get_decompte_ordre: { answer: answerIso20022 },
    get_decompte_pdf: { answer: answerDecompte },
    get_mon_decompte_pdf: { answer: answerMonDecompte },
    export_decompte: { answer: answerTables },
    export_avs: { answer: answerTables },
    get_certificats_salaire: { answer: answerCertificats },
    get_mes_donnees: { answer: answerMesDonnees(databases) },
    get_mon_certificat_salaire: { answer: answerMonCertificat },
    get_exercices_ics: { answer: answerExercicesIcs },
    get_exercice_convocation: { answer: answerConvocation },
    get_exercice_liste_presence: { answer: answerListePresence },
    get_intervention_rapport: { answer: answerRapportIntervention },
    get_statistique_rapport: { answer: answerRapportStatistique },
  }
}

/** The public operations of the data API. They have no caller, so no request is opened for them. */
export const publicRoutes: Record<
  string,
  (databases: Databases, api: DataFoundation, config: Config, metrics: Metrics) => RequestHandler
> = {
  get_calendrier: (databases, _api, config, metrics) =>
    getCalendrier(databases, new UnknownTokens(config, metrics)),
  get_mobile_version: getMobileVersion,
  get_mur: getMur,
  get_sis_logo: getSisLogo,
  watch_mur: watchMur,
}

/** The data API as mountApi takes it. */
export function dataApi(config: Config, verify: Verify, api: DataFoundation, metrics: Metrics): Api {
  const { databases } = api
  const document = readDocument('data')
  const handlers = dataHandlers(config, api)
  const kept = new KeptAnswers(config.KEPT_ANSWERS_MB, metrics)
  const options = { schema: 'api', validateResponses: config.VALIDATE_RESPONSES, kept } as const
  return {
    document,
    access: checkAccess(verify),
    read: [],
    run: (operation) => [
      refuseUnstorable,
      publicRoutes[operation.id]?.(databases, api, config, metrics) ??
        runInCell(
          databases,
          operation,
          runOperation(operation, { ...options, handler: handlers[operation.id] }),
        ),
    ],
    after: [
      noteMoved(databases),
      explainConstraints(databases),
      refuseOnStandby(databases),
      putSessionFirst(databases),
    ],
  }
}
