// The variables of the user's session that servers get as programs in a terminal do, in groups of which each can be withheld from a server.
// What holds tokens is none of them, with one exception: the address of a proxy may hold its password, which is hidden wherever it is shown.
import type { EnvironmentGroup, ServerOptions } from '../../../../contract/schemas/servers.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** In upper case: proxies are named in both, and Windows knows no case. */
const names: Readonly<Record<EnvironmentGroup, readonly string[]>> = {
  display: ['DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY', 'XDG_RUNTIME_DIR', 'DBUS_SESSION_BUS_ADDRESS'],
  proxy: ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'ALL_PROXY'],
  certificates: [
    ...['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE'],
    // In the files that these name stand the authorities and registries that npm trusts.
    ...['NPM_CONFIG_USERCONFIG', 'NPM_CONFIG_GLOBALCONFIG', 'NPM_CONFIG_CAFILE'],
  ],
  locale: ['LANG', 'LANGUAGE', 'TZ'],
  docker: ['DOCKER_HOST', 'DOCKER_CONTEXT', 'DOCKER_CONFIG', 'DOCKER_CERT_PATH', 'DOCKER_TLS_VERIFY'],
};

const byName = new Map(
  Object.entries(names).flatMap(([group, own]) => own.map(name => [name, group as EnvironmentGroup] as const)),
);
const twoCases: readonly string[] = names.proxy;

/** Null for what is in no group. */
export function groupOf(name: string, os: NodeJS.Platform): EnvironmentGroup | null {
  const known = os === 'win32' ? name.toUpperCase() : name;
  if (known.startsWith('LC_')) return 'locale';
  const isOther = os !== 'win32' && known !== known.toUpperCase() && !twoCases.includes(known.toUpperCase());
  const group = isOther ? undefined : byName.get(known.toUpperCase());
  // Elsewhere no variable leads to the screen.
  return group === undefined || (group === 'display' && os !== 'linux') ? null : group;
}

/** Those that a server does not get: by the user's choice, and what leads past the walls of a sandbox. */
export function withheldFrom({ withheld, sandbox }: Pick<ServerOptions, 'withheld' | 'sandbox'>): EnvironmentGroup[] {
  return sandbox === null ? [...withheld] : [...new Set([...withheld, 'display' as const, 'docker' as const])];
}

/** The environment without these groups. */
export function withoutGroups(env: Env, withheld: readonly EnvironmentGroup[], os: NodeJS.Platform): Env {
  if (withheld.length === 0) return env;
  const isWithheld = (name: string) => {
    const group = groupOf(name, os);
    return group !== null && withheld.includes(group);
  };
  return Object.fromEntries(Object.entries(env).filter(([name]) => !isWithheld(name)));
}

/** Who is named in the address of a proxy, with the password, in which anything may stand unencoded. */
const proxyUser = /^(?:[a-z][\w+.-]*:\/\/)?(.+)@/i;
/** The same in any other address. */
const userinfo = /(?<=:\/\/)[^/?#\s]*(?=@)/g;

/** A value as it may be shown. */
export function shownValue(name: string, value: string, os: NodeJS.Platform): string {
  const group = groupOf(name, os);
  if (group === 'locale') return value;
  if (group !== 'proxy') return value.replace(userinfo, '••••');
  return value.replace(proxyUser, (all: string, user: string) => `${all.slice(0, -user.length - 1)}••••@`);
}

/** What has to be hidden wherever it passes: user and password of each proxy, as they stand and as they are meant. */
export function proxySecrets(env: Env, os: NodeJS.Platform): string[] {
  const found = Object.entries(env).flatMap(([name, value = '']) =>
    groupOf(name, os) === 'proxy' ? (proxyUser.exec(value)?.[1] ?? []) : [],
  );
  return [...new Set(found.flatMap(formsOf))];
}

const minPassword = 4;
/** What is shorter is the name of somebody, which paths hold too. */
const minToken = 16;

function formsOf(text: string): string[] {
  const [, user = '', password = ''] = /^([^:]*):?([^]*)$/.exec(text) ?? [];
  const alone = [...(password.length < minPassword ? [] : [password]), ...(user.length < minToken ? [] : [user])];
  // A short one is no secret where it stands alone, but it is before a host.
  const whole = alone.length === 0 || !password ? `${text}@` : text;
  return [whole, ...alone.flatMap(form => [form, decoded(form)])];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
