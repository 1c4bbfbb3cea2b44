import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { inVersion, parametersMissingIn } from '#sandbox/stripe/api-versions.ts';
import type { Exchange } from '#sandbox/stripe/api/exchange.ts';

/** The part of an OpenAPI document that is read here. */
export type ApiDocument = {
  info: { version: string };
  paths: Record<string, Partial<Record<'get' | 'post', Operation>>>;
  components: { schemas: Record<string, object> };
};

type Operation = {
  parameters?: { name: string; in: string; required?: boolean; schema: object }[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { content: Record<string, { schema: object }> }>;
};

/** Violations of a description of Stripe's API, one line each. */
export type ApiDescription = {
  /** Of a request to the API and its response. */
  problemsOf: (exchange: Exchange) => string[];
  /** Of an event and the object in it. */
  problemsOfEvent: (event: unknown) => string[];
};

const schemaId = 'https://stripe.invalid/api';

/**
 * Reads an OpenAPI document of Stripe's API. With `isClosed`, a request or response may contain
 * nothing that the description lacks. The document may be older than the SDK: responses are
 * converted to `version` before they are checked, and parameters that it does not have yet are
 * allowed.
 */
export function createApiDescription(
  document: ApiDocument,
  options: { isClosed: boolean; version: string },
): ApiDescription {
  const { isClosed, version } = options;
  const answers = compilerOf(document, { isClosed, coerceTypes: false });
  // A form contains only text: numbers and booleans are coerced from it.
  const requests = compilerOf(document, { isClosed, coerceTypes: true });
  const operations = operationsOf(document);
  const schemaNames = new Map(
    Object.keys(document.components.schemas).map((name) => [kindOf(name), name]),
  );

  const problemsOfObject = (kind: string, value: unknown) => {
    const name = schemaNames.get(kind);
    if (name === undefined) return [];
    const reference = `${schemaId}#/components/schemas/${name}`;
    return problems(answers({ $ref: reference }, reference), value, kind);
  };

  return {
    problemsOf: ({ method, path, query, body, status, answer }) => {
      const found = operations.find((one) => one.method === method && one.pattern.test(path));
      // The description is a part of Stripe's: missing parts cannot be checked.
      if (!found) return [];
      const { operation, name } = found;
      const missing = parametersMissingIn(version, method, path);
      const input = Object.fromEntries(
        Object.entries(method === 'POST' ? body : query).filter(
          ([parameter]) => !missing.includes(parameter),
        ),
      );
      const sound = status < 400;
      const inputProblems = sound
        ? problems(
            requests(inputSchema(operation, method), `${name} input`),
            JSON.parse(JSON.stringify(input)),
            `${name} asked`,
          )
        : [];
      const response = operation.responses[sound ? '200' : 'default'];
      const schema = response?.content['application/json']?.schema ?? {};
      return [
        ...inputProblems,
        ...problems(
          answers(schema, `${name} ${sound ? '200' : 'default'}`),
          inVersion(answer, version),
          `${name} ${status}`,
        ),
      ];
    },
    problemsOfEvent: (event) => {
      const written = inVersion(event, version) as { data: { object: { object: string } } };
      const { object } = written.data;
      return [...problemsOfObject('event', written), ...problemsOfObject(object.object, object)];
    },
  };
}

/** `Checkout.Session` and `EventBase` are the SDK's names for `checkout.session` and `event`. */
function kindOf(schemaName: string): string {
  if (schemaName === 'EventBase') return 'event';
  return schemaName.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase();
}

type Compile = (schema: object, key: string) => ValidateFunction;

function compilerOf(
  document: ApiDocument,
  { isClosed, coerceTypes }: { isClosed: boolean; coerceTypes: boolean },
): Compile {
  const ajv = new Ajv({ strict: false, allErrors: true, coerceTypes });
  addFormats(ajv);
  ajv.addFormat('unix-time', { type: 'number', validate: (value) => Number.isSafeInteger(value) });
  ajv.addFormat('decimal', /^-?\d+(\.\d+)?$/);
  ajv.addSchema({
    $id: schemaId,
    components: toJsonSchema(document.components, isClosed) as object,
  });
  const compiled = new Map<string, ValidateFunction>();
  return (schema, key) => {
    const known = compiled.get(key);
    if (known) return known;
    const made = ajv.compile(toJsonSchema(schema, isClosed) as object);
    compiled.set(key, made);
    return made;
  };
}

/**
 * An OpenAPI 3.0 schema as JSON Schema: `nullable` becomes a choice with null, references resolve
 * in the document, and closed objects allow no other properties.
 */
function toJsonSchema(schema: unknown, isClosed: boolean): unknown {
  if (Array.isArray(schema)) return schema.map((one) => toJsonSchema(one, isClosed));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { nullable, ...fields } = schema as Record<string, unknown>;
  const converted = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      name === '$ref' && typeof value === 'string' && value.startsWith('#')
        ? `${schemaId}${value}`
        : toJsonSchema(value, isClosed),
    ]),
  );
  const { type, properties } = converted;
  if (
    isClosed &&
    type === 'object' &&
    Object.keys((properties as object | undefined) ?? {}).length
  ) {
    converted.additionalProperties ??= false;
  }
  return nullable === true ? { anyOf: [converted, { type: 'null' }] } : converted;
}

function operationsOf(document: ApiDocument) {
  return Object.entries(document.paths)
    .toSorted(([a], [b]) => a.split('{').length - b.split('{').length)
    .flatMap(([template, { get, post }]) => {
      const pattern = new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
      return [
        ...(get ? [{ method: 'GET', name: `GET ${template}`, pattern, operation: get }] : []),
        ...(post ? [{ method: 'POST', name: `POST ${template}`, pattern, operation: post }] : []),
      ];
    });
}

function inputSchema(operation: Operation, method: string): object {
  if (method === 'POST') {
    return operation.requestBody?.content['application/x-www-form-urlencoded']?.schema ?? {};
  }
  const inQuery = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
  return {
    type: 'object',
    properties: Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema])),
    required: inQuery.filter(({ required }) => required).map(({ name }) => name),
  };
}

function problems(validate: ValidateFunction, value: unknown, label: string): string[] {
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message = '', params }) =>
      `${label}: ${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
  );
}
