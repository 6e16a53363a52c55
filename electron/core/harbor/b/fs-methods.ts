// `fs.*`: files are not the extension's to read or write, and the real bridge answers the same.
import { RpcError } from '../../wire/rpc-error.ts';
import type { HarborBMethod } from './harbor-b-session.ts';

const notImplemented = -32_002;

const refused: HarborBMethod = () => {
  throw new RpcError(notImplemented, 'Filesystem access not implemented');
};

export const fsMethods = { 'fs.read': refused, 'fs.write': refused, 'fs.list': refused };
