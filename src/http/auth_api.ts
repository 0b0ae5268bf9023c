import type { Pool } from 'pg'
import type { KeyRing } from '../auth/keys.ts'
import type { Verify } from '../auth/tokens.ts'
import type { Config } from '../config.ts'
import { checkAccess } from './admission/access.ts'
import { only } from './cells/databases.ts'
import { runInCell } from './cells/run_in_cell.ts'
import { readDocument } from './document/document.ts'
import { authHandlers } from './handlers/auth_handlers.ts'
import { refuseRegistration } from './handlers/session.ts'
import { missingAsEmpty } from './input/reduce_body.ts'
import type { Api } from './mount_api.ts'
import type { Database } from './operation/database.ts'
import { putSessionFirst } from './operation/precedence.ts'
import { runOperation } from './operation/run_operation.ts'
import type { Accounts } from './sign_in/accounts.ts'

/** Dependencies of the authentication API: signing keys, and pools as caserne_auth. */
export interface Issuer {
  keys: KeyRing
  auth: Pool
  /** A small pool for statements that hash passwords, so that other statements do not wait for them. */
  passwords: Pool
}

/** The authentication API as mountApi takes it. */
export function authApi(config: Config, verify: Verify, issuer: Issuer, accounts: Accounts): Api {
  const namedStatements = config.DATABASE_NAMED_STATEMENTS
  const database: Database = { pool: issuer.auth, schema: 'auth', namedStatements }
  const databases = only(database)
  const { VALIDATE_RESPONSES: validateResponses } = config
  const options = { schema: 'auth', handler: undefined, validateResponses, kept: null } as const
  const handlers = authHandlers(accounts, verify, issuer.keys, database)
  return {
    document: readDocument('auth'),
    access: checkAccess(verify),
    read: [missingAsEmpty],
    run: (operation) => [
      handlers[operation.id] ?? runInCell(databases, operation, runOperation(operation, options)),
      ...(operation.id === 'register' ? [refuseRegistration(accounts)] : []),
    ],
    after: [putSessionFirst(databases)],
  }
}
