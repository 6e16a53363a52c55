// Variables and options by which a program runs other code than its command shows, or fetches it from elsewhere. Data, with sources.
import type { SteeringEffect } from '../../../../contract/program-reasons.ts';

export interface Steering {
  /** The whole name of a variable, or an option as it is written. */
  readonly name: RegExp;
  /** Names that the pattern meets and that steer nothing. */
  readonly but?: RegExp;
  /** Programs that it matters to, without folder and ending; all where absent, because a program hands its variables on. */
  readonly of?: readonly string[];
  /** What it decides. */
  readonly changes: SteeringEffect;
  /** Where its maker documents it. */
  readonly source: string;
}

const npm = ['npx', 'npm', 'pnpm', 'pnpx', 'bunx', 'bun', 'yarn'];
const uv = ['uvx', 'uv'];
const containers = ['docker', 'podman', 'nerdctl'];
const nodes = ['node', 'nodejs', 'tsx', 'ts-node'];

/** A pattern ignores case where the program does, or where it also runs on Windows, whose variables have none. */
export const steeringVariables: readonly Steering[] = [
  {
    name: /^(?:PATH|PATHEXT|COMSPEC)$/i,
    changes: 'names',
    source:
      'POSIX.1-2024, Base Definitions 8.3; https://learn.microsoft.com/windows-server/administration/windows-commands/path',
  },
  {
    name: /^(?:HOME|USERPROFILE|XDG_CONFIG_(?:HOME|DIRS)|APPDATA|LOCALAPPDATA)$/i,
    changes: 'settings',
    source:
      'https://specifications.freedesktop.org/basedir-spec/latest/; https://docs.npmjs.com/cli/configuring-npm/npmrc',
  },
  {
    name: /^(?:XDG_(?:DATA|CACHE|STATE)_HOME|XDG_DATA_DIRS|TMPDIR|TEMP|TMP)$/i,
    changes: 'kept-downloads',
    source: 'https://specifications.freedesktop.org/basedir-spec/latest/',
  },
  {
    name: /^LD_\w+$/,
    changes: 'libraries',
    source: 'https://man7.org/linux/man-pages/man8/ld.so.8.html',
  },
  {
    name: /^(?:GLIBC_TUNABLES|GCONV_PATH|LOCPATH|NLSPATH)$/,
    changes: 'c-library',
    source:
      'https://man7.org/linux/man-pages/man8/ld.so.8.html; https://sourceware.org/glibc/manual/latest/html_node/Environment-Access.html',
  },
  {
    name: /^DYLD_\w+$/,
    changes: 'libraries',
    source: 'dyld(1) of macOS',
  },
  {
    name: /^(?:NODE_OPTIONS|NODE_PATH|NODE_REPL_EXTERNAL_MODULE)$/i,
    changes: 'node-modules',
    source: 'https://nodejs.org/api/cli.html#environment-variables',
  },
  {
    name: /^(?:NODE_EXTRA_CA_CERTS|NODE_TLS_REJECT_UNAUTHORIZED|SSL_CERT_(?:FILE|DIR)|OPENSSL_(?:CONF|MODULES|ENGINES)|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE)$/i,
    changes: 'certificates',
    source: 'https://nodejs.org/api/cli.html#environment-variables; https://docs.openssl.org/master/man7/openssl-env/',
  },
  {
    name: /^(?:https?|all|ftp|no)_proxy$|^NODE_USE_ENV_PROXY$/i,
    changes: 'fetched-through',
    source:
      'https://everything.curl.dev/usingcurl/proxies/env.html; https://docs.npmjs.com/cli/using-npm/config#https-proxy',
  },
  {
    name: /^p?npm_(?:config|package)_\w*$|^npm_(?:execpath|node_execpath|lifecycle_\w+)$/i,
    changes: 'npm',
    source: 'https://docs.npmjs.com/cli/using-npm/config#environment-variables (any case)',
  },
  {
    name: /^(?:YARN_\w+|COREPACK_\w+|BUN_\w+|PNPM_HOME)$/i,
    changes: 'yarn-corepack-bun-pnpm',
    source:
      'https://yarnpkg.com/configuration/yarnrc; https://github.com/nodejs/corepack#environment-variables; https://bun.com/docs/runtime/env',
  },
  {
    name: /^(?:DENO_\w+|JSR_URL|NPM_CONFIG_REGISTRY)$/i,
    changes: 'deno',
    source: 'https://docs.deno.com/runtime/reference/env_variables/',
  },
  {
    name: /^(?:UV_\w+|UVX_\w+)$/i,
    // Those of libuv, the event loop of Node.js.
    but: /^UV_(?:THREADPOOL_SIZE|USE_IO_URING|NO_PROGRESS|NO_COLOR)$/i,
    changes: 'uv',
    source: 'https://docs.astral.sh/uv/reference/environment/',
  },
  {
    name: /^(?:PIP|PIPX)_\w+$/i,
    but: /^PIP_(?:NO_INPUT|QUIET|VERBOSE|NO_COLOR|DISABLE_PIP_VERSION_CHECK|PROGRESS_BAR)$/i,
    changes: 'pip',
    source:
      'https://pip.pypa.io/en/stable/topics/configuration/#environment-variables; https://pipx.pypa.io/stable/reference/environment-variables/',
  },
  {
    name: /^PYTHON\w+$/i,
    but: /^PYTHON(?:UNBUFFERED|IOENCODING|UTF8|DONTWRITEBYTECODE|HASHSEED|FAULTHANDLER|COERCECLOCALE|NODEBUGRANGES|ASYNCIODEBUG|DEVMODE|MALLOC|OPTIMIZE|VERBOSE|NO_COLOR)$/i,
    changes: 'python-modules',
    source: 'https://docs.python.org/3/using/cmdline.html#environment-variables',
  },
  {
    name: /^(?:CONDA_\w+|VIRTUAL_ENV|PYENV_VERSION|POETRY_\w+)$/i,
    changes: 'which-python',
    source:
      'https://docs.conda.io/projects/conda/en/stable/user-guide/configuration/; https://docs.python.org/3/library/venv.html',
  },
  {
    name: /^(?:DOCKER_(?:HOST|CONTEXT|CONFIG|TLS_VERIFY|CERT_PATH|DEFAULT_PLATFORM|API_VERSION)|CONTAINER_(?:HOST|CONNECTION|SSHKEY)|CONTAINERS_\w+|REGISTRY_AUTH_FILE)$/i,
    of: containers,
    changes: 'container-or-image',
    source:
      'https://docs.docker.com/reference/cli/docker/#environment-variables; https://docs.podman.io/en/latest/markdown/podman.1.html',
  },
  {
    name: /^(?:GIT_(?:SSH|SSH_COMMAND|EXEC_PATH|ASKPASS|EDITOR|PAGER|PROXY_COMMAND|TEMPLATE_DIR|EXTERNAL_DIFF|DIR|WORK_TREE|CONFIG\w*|ALLOW_PROTOCOL)|SSH_ASKPASS)$/i,
    changes: 'git',
    source: 'https://git-scm.com/docs/git#_environment_variables; https://git-scm.com/docs/git-config#ENVIRONMENT',
  },
  {
    name: /^(?:BASH_ENV|BASH_FUNC_.+|ZDOTDIR|SHELLOPTS|BASHOPTS|PS4|PROMPT_COMMAND|SHELL)$/,
    changes: 'shell-file',
    source:
      'https://www.gnu.org/software/bash/manual/bash.html#Bash-Startup-Files; https://zsh.sourceforge.io/Doc/Release/Files.html',
  },
  {
    name: /^(?:EDITOR|VISUAL|PAGER|BROWSER|LESSOPEN|LESSCLOSE|MANPAGER)$/,
    changes: 'named-program',
    source: 'POSIX.1-2024, Base Definitions 8.3; less(1)',
  },
  {
    name: /^(?:PERL5OPT|PERL5LIB|PERLLIB|PERL5DB)$/i,
    changes: 'perl-modules',
    source: 'https://perldoc.perl.org/perlrun#ENVIRONMENT',
  },
  {
    name: /^(?:RUBYOPT|RUBYLIB|GEM_(?:HOME|PATH)|BUNDLE_\w+)$/i,
    changes: 'ruby-code',
    source:
      'https://docs.ruby-lang.org/en/master/ruby/environment_variables_md.html; https://bundler.io/man/bundle-config.1.html',
  },
  {
    name: /^(?:JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|CLASSPATH|JAVA_HOME|JBANG_\w+|MAVEN_OPTS|MAVEN_ARGS)$/i,
    changes: 'java-code',
    source: 'https://docs.oracle.com/en/java/javase/21/troubleshoot/environment-variables-and-system-properties.html',
  },
  {
    name: /^(?:DOTNET_(?:STARTUP_HOOKS|ADDITIONAL_DEPS|SHARED_STORE|ROOT)|CORECLR_\w+|COR_PROFILER\w*|NUGET_PACKAGES)$/i,
    changes: 'dotnet-code',
    source: 'https://learn.microsoft.com/dotnet/core/tools/dotnet-environment-variables',
  },
  {
    name: /^(?:GOPROXY|GOPRIVATE|GONOSUMDB|GONOSUMCHECK|GOSUMDB|GOFLAGS|GOINSECURE|GOTOOLCHAIN|GOENV|CARGO_\w+|RUSTC_WRAPPER|RUSTUP_\w+)$/i,
    changes: 'go-cargo',
    source:
      'https://pkg.go.dev/cmd/go#hdr-Environment_variables; https://doc.rust-lang.org/cargo/reference/environment-variables.html',
  },
  {
    name: /^ELECTRON_(?:RUN_AS_NODE|OVERRIDE_DIST_PATH|MIRROR)$/i,
    changes: 'electron',
    source: 'https://www.electronjs.org/docs/latest/api/environment-variables',
  },
];

/** Options of the program itself; those that follow the package belong to the package. */
export const steeringOptions: readonly Steering[] = [
  {
    name: /^(?:--(?:registry|userconfig|globalconfig|prefix|node-options|script-shell|proxy|https-proxy|cafile|ca|cache|call)|--@[^:]+:registry|-c)$/,
    of: npm,
    changes: 'packages-or-run-with',
    source: 'https://docs.npmjs.com/cli/using-npm/config',
  },
  {
    name: /^(?:--(?:index|index-url|default-index|extra-index-url|find-links|index-strategy|with|with-editable|with-requirements|env-file|config-file|python|directory|project|overrides|constraints|allow-insecure-host|keyring-provider|cache-dir)|-[ifp])$/,
    of: uv,
    changes: 'packages-or-run-with',
    source: 'https://docs.astral.sh/uv/reference/cli/#uv-tool-run',
  },
  {
    name: /^(?:--(?:pip-args|index-url|python|preinstall)|-i)$/,
    of: ['pipx'],
    changes: 'packages-or-run-with',
    source: 'https://pipx.pypa.io/stable/docs/',
  },
  {
    name: /^(?:-r|--require|--import|--loader|--experimental-loader|--env-file|--env-file-if-exists|-C|--conditions)$/,
    of: nodes,
    changes: 'node-modules-first',
    source: 'https://nodejs.org/api/cli.html#options',
  },
  {
    name: /^(?:-H|--host|-c|--context|--config|--url|--connection|--tlscacert|--entrypoint)$/,
    of: containers,
    changes: 'container-or-run-in-it',
    source: 'https://docs.docker.com/reference/cli/docker/',
  },
];
