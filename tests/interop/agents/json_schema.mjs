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

const deref = (ref, root) => ref.replace(/^#\//, '').split('/').reduce((part, name) => part[name], root);

/** A value that fits, with no more in it than has to be. */
export function sample(schema, root = schema) {
  if (schema.$ref) return sample(deref(schema.$ref, root), root);
  const [part] = schema.allOf ?? schema.oneOf ?? schema.anyOf ?? [];
  if (part) return sample(part, root);
  if (schema.enum) return schema.enum[0];
  const [type] = [schema.type ?? 'null'].flat();
  const { properties, required = [], minimum = 0 } = schema;
  const object = () => Object.fromEntries(required.map((name) => [name, sample(properties[name], root)]));
  return { null: () => null, boolean: () => false, string: () => 'x', number: () => minimum, integer: () => minimum, array: () => [], object }[type]();
}

/** Every member below: {path, schema, build}. `build` gives a sample of the whole where that member has the value that it is given. */
export function* members(schema, root = schema, build = (value) => value, path = [], seen = []) {
  if (schema.$ref && !seen.includes(schema.$ref)) yield* members(deref(schema.$ref, root), root, build, path, [...seen, schema.$ref]);
  for (const part of [schema.allOf, schema.oneOf, schema.anyOf].flatMap((parts) => parts ?? [])) yield* members(part, root, build, path, seen);
  for (const [name, of] of Object.entries(schema.properties ?? {})) {
    const put = (value) => build({ ...sample({ ...schema, type: 'object', oneOf: undefined, anyOf: undefined, allOf: undefined }, root), [name]: value });
    yield { path: [...path, name], schema: of, build: put };
    yield* members(of, root, put, [...path, name], seen);
  }
  if (types.object(schema.items)) yield* members(schema.items, root, (value) => build([value]), [...path, 0], seen);
  if (types.object(schema.additionalProperties)) yield* members(schema.additionalProperties, root, (value) => build({ any: value }), [...path, 'any'], seen);
}

/** What is wrong with `value`; undefined where nothing is. */
export function fault(schema, value, root = schema, at = 'it') {
  if (schema === true) return undefined;
  if (schema === false) return `${at} must not be there`;
  if (schema.$ref) return fault(deref(schema.$ref, root), value, root, at);
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
