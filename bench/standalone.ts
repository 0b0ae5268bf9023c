import { createServer } from 'node:http'
import { postgraphile } from 'postgraphile'
import { makePgService } from 'postgraphile/adaptors/pg'
import { grafserv } from 'postgraphile/grafserv/node'
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'

// PostGraphile as it comes, over the same schema and policies, and prints its port. It checks no token: the SIS comes
// from a header, and the permission is fixed.
const [url = ''] = process.argv.slice(2)
const server = createServer()
const pgl = postgraphile({
  extends: [PostGraphileAmberPreset],
  pgServices: [
    makePgService({ connectionString: url, schemas: ['app'], poolConfig: { max: 8 }, pubsub: false }),
  ],
  grafast: {
    context: ({ node }) => ({
      pgSettings: {
        'request.user_id': '1',
        'request.sis_key': String(node?.req.headers['sis-key']),
        'request.permissions': 'intervention.lecture',
        'request.sapeur_id': '',
      },
    }),
  },
  grafserv: { watch: false, websockets: false, graphiql: false },
})
await pgl.createServ(grafserv).addTo(server)
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`${typeof address === 'object' && address ? address.port : 0}\n`)
})
