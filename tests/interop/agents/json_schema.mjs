// As much of JSON Schema as Codex's schemas use.
import { isDeepStrictEqual } from 'node:util';

const types = {
  null: (value) => value === null,
  boolean: (value) => typeof value === 'boolean',
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  array: (value) => Array.isArray(value),
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

function ofMembers(schema, value, root, at) {
  const { properties = {}, required = [], additionalProperties: more = true } = schema;
  const missing = required.filter((name) => !Object.hasOwn(value, name));
  if (missing.length > 0) return `${at} lacks ${missing.join(', ')}`;
  for (const [name, member] of Object.entries(value)) {
    const of = Object.hasOwn(properties, name) ? properties[name] : more;
    const wrong = fault(of, member, root, `${at}.${name}`);
    if (wrong) return wrong;
  }
  return undefined;
}

function ofOneOf(all, value, root, at) {
  const faults = all.map((each) => fault(each, value, root, at));
  return faults.includes(undefined) ? undefined : faults.find((each) => !/ is not (one of|a) /.test(each)) ?? `${at} is not one of what may be there`;
}

/** What is wrong with `value`; undefined where nothing is. */
export function fault(schema, value, root = schema, at = 'it') {
  if (schema === true) return undefined;
  if (schema === false) return `${at} must not be there`;
  if (schema.$ref) return fault(schema.$ref.replace(/^#\//, '').split('/').reduce((part, name) => part[name], root), value, root, at);
  const allowed = schema.type && [schema.type].flat();
  if (allowed && !allowed.some((type) => types[type](value))) return `${at} is not a ${allowed.join(' or ')}`;
  if (schema.enum && !schema.enum.some((each) => isDeepStrictEqual(each, value))) return `${at} is not one of ${JSON.stringify(schema.enum)}`;
  for (const part of schema.allOf ?? []) {
    const wrong = fault(part, value, root, at);
    if (wrong) return wrong;
  }
  const some = schema.oneOf ?? schema.anyOf;
  const wrong = some && ofOneOf(some, value, root, at);
  if (wrong) return wrong;
  if (types.object(value)) return ofMembers(schema, value, root, at);
  if (types.array(value) && schema.items) return value.map((each, n) => fault(schema.items, each, root, `${at}[${n}]`)).find(Boolean);
  return undefined;
}
