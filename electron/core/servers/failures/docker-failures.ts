// What the command line of Docker says, and what it passes on of its daemon, in which the words of registries stand.
import { part } from './recogniser.ts';
import type { Recogniser } from './recogniser.ts';

const daemon = '(?:docker: )?Error response from daemon: ';

function daemonSays(words: string): RegExp {
  return new RegExp(`^${daemon}${words}`, 'gm');
}

export const dockerFailures: readonly Recogniser[] = [
  {
    pattern:
      /(?:Cannot connect to the Docker daemon|failed to connect to the docker API) at (?<at>\S{1,300}?)[.,;]?(?=\s|$)/gm,
    why: match => ({ kind: 'docker-not-running', at: part(match, 'at') }),
  },
  {
    pattern:
      /permission denied while trying to connect to the (?:Docker daemon socket|docker API) at (?<at>\S{1,300}?):?(?=\s|$)/gm,
    why: match => ({ kind: 'docker-forbidden', at: part(match, 'at') }),
  },
  {
    pattern: daemonSays('Conflict\\. The container name "/?(?<name>[\\w.-]{1,200})" is already in use'),
    why: match => ({ kind: 'docker-name-taken', name: part(match, 'name') }),
  },
  {
    pattern: daemonSays('pull access denied for (?<image>[^,\\s]{1,300}), repository does not exist'),
    why: match => ({ kind: 'docker-no-image', image: part(match, 'image') }),
  },
  {
    pattern: daemonSays('manifest for (?<image>\\S{1,300}) not found'),
    why: match => ({ kind: 'docker-no-tag', image: part(match, 'image') }),
  },
  {
    pattern: daemonSays('failed to resolve reference "(?<image>[^"]{1,300})": .{0,300}not found'),
    why: match => ({ kind: 'docker-no-tag', image: part(match, 'image') }),
  },
  {
    pattern: daemonSays(
      '.{0,300}?(?:https://(?<host>[\\w.:-]{1,200})|reference "(?<other>[\\w.:-]{1,200})).{0,400}?(?:unauthorized|denied|no basic auth credentials|401)',
    ),
    why: match => ({ kind: 'docker-no-login', host: part(match, 'host') || part(match, 'other') }),
  },
  {
    pattern: daemonSays(
      '.{0,300}?https://(?<host>[\\w.:-]{1,200}).{0,400}?(?:dial tcp|timeout|deadline exceeded|request canceled|no such host|name resolution)',
    ),
    why: match => ({ kind: 'docker-no-network', host: part(match, 'host') }),
  },
];
