/** A parameter of an operation. */
export interface Parameter {
  name: string
  place: 'path' | 'query' | 'header'
  description: string
  required: boolean
  example: string
}

/** The fields of a body. */
export interface Schema {
  fields: { name: string; type: string; description: string; required: boolean }[]
}

/** An operation of an API, as the reference shows it. */
export interface Operation {
  key: string
  api: string
  /** Base path of the API, such as `/api/v2`. */
  base: string
  tag: string
  method: string
  path: string
  summary: string
  description: string
  /** Permissions that it needs, in French. */
  permissions: string
  signedIn: boolean
  parameters: Parameter[]
  body: Schema | null
  /** A body to begin with, as JSON. */
  example: string
  answers: { status: string; sense: string }[]
  /** All words of the operation in lower case, to search in. */
  text: string
}

/** Any part of an OpenAPI document. */
interface Part {
  [key: string]: Part | Part[] | string | number | boolean | null | undefined
}

const methods = ['get', 'post', 'put', 'patch', 'delete']

/** The operations of an OpenAPI document, in its order. */
export function listOperations(document: Part, api: string, base: string): Operation[] {
  return Object.entries(partOf(document.paths)).flatMap(([path, item]) =>
    Object.entries(partOf(item))
      .filter(([method]) => methods.includes(method))
      .map(([method, part]) => readOperation(document, { api, base, path, method, part: partOf(part) })),
  )
}

interface Found {
  api: string
  base: string
  path: string
  method: string
  part: Part
}

function readOperation(document: Part, { api, base, path, method, part }: Found): Operation {
  const follow = (value: unknown) => followReference(document, partOf(value))
  const media = partOf(partOf(follow(part.requestBody).content)['application/json'])
  const schema = follow(media.schema)
  const body = media.schema === undefined ? null : { fields: fieldsOf(document, schema) }
  const security = listOf(part.security)
  const operation = {
    key: textOf(part.operationId),
    api,
    base,
    tag: textOf(listOf(part.tags)[0]),
    method: method.toUpperCase(),
    path,
    summary: textOf(part.summary),
    description: textOf(part.description),
    permissions: permissionsOf(security),
    signedIn: security.length > 0,
    parameters: listOf(part.parameters).map((each) => readParameter(follow(each))),
    body,
    example: JSON.stringify(media.example ?? listOf(schema.examples)[0] ?? {}, null, 2),
    answers: Object.entries(partOf(part.responses)).map(([status, response]) => ({
      status,
      sense: textOf(follow(response).description),
    })),
  }
  const words = [
    ...[operation.key, api, operation.tag, method, path, operation.summary, operation.description],
    ...operation.parameters.map(({ name }) => name),
    ...(body?.fields.map(({ name }) => name) ?? []),
  ]
  return { ...operation, text: words.join(' ').toLowerCase() }
}

function readParameter(parameter: Part): Parameter {
  const schema = partOf(parameter.schema)
  const example = parameter.example ?? listOf(schema.examples)[0] ?? schema.default ?? ''
  return {
    name: textOf(parameter.name),
    place: textOf(parameter.in) as Parameter['place'],
    description: textOf(parameter.description),
    required: parameter.required === true,
    example: String(example),
  }
}

function fieldsOf(document: Part, schema: Part): Schema['fields'] {
  const required = listOf(schema.required)
  return Object.entries(partOf(schema.properties)).map(([name, value]) => {
    const own = partOf(value)
    const field = { ...followReference(document, own), ...own }
    return {
      name,
      type: typeOf(field),
      description: textOf(field.description),
      required: required.includes(name as never),
    }
  })
}

function typeOf({ type, enum: values, format }: Part): string {
  if (Array.isArray(values)) return values.map(String).join(' | ')
  const name = Array.isArray(type) ? type.join(' | ') : textOf(type)
  return format === undefined ? name : `${name} (${format})`
}

function permissionsOf(security: unknown[]): string {
  const permissions = security.flatMap((each) => listOf(partOf(each).bearer)).map(String)
  if (security.length === 0) return 'Sans connexion.'
  return permissions.length === 0 ? 'Connecté.' : `Permission : ${permissions.join(' ou ')}.`
}

function followReference(document: Part, part: Part): Part {
  const path = textOf(part.$ref)
  if (!path.startsWith('#/')) return part
  const target = path
    .slice(2)
    .split('/')
    .reduce((at: Part, key) => partOf(at[key]), document)
  return followReference(document, target)
}

function partOf(value: unknown): Part {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Part) : {}
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
