// Which Content-Type is JSON's, beside the SDK's answer to the same.
import { isJsonContentType } from '@modelcontextprotocol/server';
import { expect, test } from 'vitest';
import { checkJson } from '../../../../electron/core/http/http-sessions.ts';
import type { IncomingMessage } from 'node:http';

const types = [
  'application/json',
  'Application/JSON',
  ' application/json ;charset=utf-8',
  'application/json; charset="utf-8"',
  'application/json; profile="a,b\\",c"',
  'application/json;',
  'application/json; charset',
  'application/json, text/plain',
  'application/json; charset=utf-8, text/plain',
  'application/json; profile="a, text/plain',
  'text/plain; type=application/json',
  'application/json-patch+json',
  'application/jsonp',
  'text/plain',
  '',
];

test.each(types)('%j is taken where the SDK takes it', type => {
  const take = () => checkJson({ headers: { 'content-type': type } } as IncomingMessage);
  if (isJsonContentType(type)) expect(take).not.toThrow();
  else expect(take).toThrow('application/json');
});
