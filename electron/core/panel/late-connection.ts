// A connection that is being opened: requests wait for it, and fail with what it failed with.
import { toErrorValue } from '../../../contract/errors.ts';
import type { PanelConnection } from './panel-server.ts';

export function lateConnection(opening: Promise<PanelConnection>): PanelConnection {
  return {
    request: async (name, params) => {
      try {
        return await (await opening).request(name, params);
      } catch (error) {
        return { ok: false, error: toErrorValue(error) };
      }
    },
    close: () => {
      opening.then(
        connection => connection.close(),
        () => {},
      );
    },
  };
}
