import { createServer } from 'node:http'
import { postgraphile } from 'postgraphile'
import { makePgService } from 'postgraphile/adaptors/pg'
import { grafserv } from 'postgraphile/grafserv/node'
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'

// PostGraphile over the schema and policies of Caserne, as the same login. It checks no token: a header names the SIS,
// and the permissions are fixed. Arguments: address of the database, port.
const [connectionString, port] = process.argv.slice(2)

// As it comes, except that columns in the middle of an index may be sorted by: every index begins with sis_key.
const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  disablePlugins: ['PgIndexBehaviorsPlugin'],
  pgServices: [makePgService({ connectionString, schemas: ['app'], pubsub: false })],
  grafast: {
    context: ({ node }) => ({
      pgSettings: {
        'request.user_id': '1',
        'request.sis_key': String(node?.req.headers['sis-key']),
        'request.permissions': 'intervention.lecture,intervention.modification',
        'request.sapeur_id': '',
      },
    }),
  },
  grafserv: { watch: false, websockets: false, graphiql: false },
})
const server = createServer()
await instance.createServ(grafserv).addTo(server)
server.listen(Number(port), '127.0.0.1')
