import { createServer } from 'node:http'
import { betterAuth } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import { toNodeHandler } from 'better-auth/node'
import pg from 'pg'

// better-auth as it comes (e-mail and password, hashes by scrypt, sessions in PostgreSQL) but without its limit of
// requests, and with some accounts. Arguments: address of the database, port, password, e-mails.
const [connectionString, port, password, ...emails] = process.argv.slice(2)
const auth = betterAuth({
  baseURL: `http://127.0.0.1:${port}`,
  secret: 'one-for-the-bench-one-for-the-bench',
  database: new pg.Pool({ connectionString }),
  emailAndPassword: { enabled: true },
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
})
await (await getMigrations(auth.options)).runMigrations()
for (const email of emails) await auth.api.signUpEmail({ body: { name: email, email, password } })
createServer(toNodeHandler(auth)).listen(Number(port), '127.0.0.1')
