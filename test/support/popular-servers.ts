// The configs of popular servers, in the form in which their READMEs give them, with secrets that are made up but look like their issuers' own.

export interface PopularServers {
  /** As they would be pasted. */
  readonly text: string;
  /** How many servers that is. */
  readonly count: number;
  readonly secrets: readonly string[];
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const hex = '0123456789abcdef';

/** Each call gives other secrets, the same in each run. They stand in no file, where a scanner would take them for real ones. */
function maker() {
  const secrets: string[] = [];
  let state = 20_251_125;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const chars = (count: number, alphabet: string) =>
    Array.from({ length: count }, () => alphabet[Math.floor(random() * alphabet.length)]).join('');
  const secret = (start: string, count: number, alphabet = letters) => {
    const made = start + chars(count, alphabet);
    secrets.push(made);
    return made;
  };
  return { secret, secrets };
}

export function popularServers(): PopularServers {
  const { secret, secrets } = maker();
  const servers = { ...tools(secret), ...databases(secret), ...remote(secret) };
  return { text: JSON.stringify({ mcpServers: servers }, null, 2), count: Object.keys(servers).length, secrets };
}

type Make = ReturnType<typeof maker>['secret'];
const npx = (...args: string[]) => ({ command: 'npx', args: ['-y', ...args] });
const docker = (names: readonly string[], ...image: string[]) => ({
  command: 'docker',
  args: ['run', '-i', '--rm', ...names.flatMap(name => ['-e', name]), ...image],
});

function tools(secret: Make) {
  const atlassian = ['CONFLUENCE_URL', 'CONFLUENCE_USERNAME', 'CONFLUENCE_API_TOKEN', 'JIRA_URL', 'JIRA_API_TOKEN'];
  return {
    github: {
      ...docker(['GITHUB_PERSONAL_ACCESS_TOKEN'], 'ghcr.io/github/github-mcp-server'),
      env: { GITHUB_PERSONAL_ACCESS_TOKEN: secret('ghp_', 36) },
    },
    gitlab: {
      ...npx('@modelcontextprotocol/server-gitlab'),
      env: { GITLAB_PERSONAL_ACCESS_TOKEN: secret('glpat-', 20), GITLAB_API_URL: 'https://gitlab.com/api/v4' },
    },
    slack: {
      ...npx('@modelcontextprotocol/server-slack'),
      env: { SLACK_BOT_TOKEN: secret('xoxb-', 40), SLACK_TEAM_ID: 'T01234567', SLACK_CHANNEL_IDS: 'C01234567' },
    },
    notionApi: {
      ...npx('@notionhq/notion-mcp-server'),
      env: {
        OPENAPI_MCP_HEADERS: `{"Authorization": "Bearer ${secret('ntn_', 46)}", "Notion-Version": "2022-06-28" }`,
      },
    },
    'brave-search': { ...npx('@brave/brave-search-mcp-server'), env: { BRAVE_API_KEY: secret('BSA', 28) } },
    'google-maps': {
      ...npx('@modelcontextprotocol/server-google-maps'),
      env: { GOOGLE_MAPS_API_KEY: secret('AIza', 35) },
    },
    stripe: npx('@stripe/mcp', '--tools=all', `--api-key=${secret('sk_live_', 24)}`),
    sentry: npx(
      '@sentry/mcp-server@latest',
      `--access-token=${secret('sntryu_', 64, hex)}`,
      '--host=sentry.example.com',
    ),
    'Framelink MCP for Figma': npx('figma-developer-mcp', `--figma-api-key=${secret('figd_', 40)}`, '--stdio'),
    supabase: npx(
      '@supabase/mcp-server-supabase@latest',
      '--read-only',
      '--project-ref=abcdefghijklmnopqrst',
      '--access-token',
      secret('sbp_', 40, hex),
    ),
    'firecrawl-mcp': { ...npx('firecrawl-mcp'), env: { FIRECRAWL_API_KEY: secret('fc-', 32, hex) } },
    'mcp-atlassian': {
      ...docker(atlassian, 'ghcr.io/sooperset/mcp-atlassian:latest'),
      env: {
        CONFLUENCE_URL: 'https://your-company.atlassian.net/wiki',
        CONFLUENCE_USERNAME: 'ana@example.com',
        CONFLUENCE_API_TOKEN: secret('ATATT3xFfGF0', 180),
        JIRA_URL: 'https://your-company.atlassian.net',
        JIRA_API_TOKEN: secret('ATATT3xFfGF0', 180),
      },
    },
    'awslabs.core-mcp-server': {
      command: 'uvx',
      args: ['awslabs.core-mcp-server@latest'],
      env: {
        AWS_ACCESS_KEY_ID: secret('AKIA', 16, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'),
        AWS_SECRET_ACCESS_KEY: secret('', 40),
        AWS_REGION: 'us-east-1',
      },
    },
  };
}

function databases(secret: Make) {
  return {
    postgres: npx(
      '@modelcontextprotocol/server-postgres',
      `postgresql://ana:${secret('', 18)}@db.example.com:5432/app?sslmode=require`,
    ),
    mysql: {
      command: 'npx',
      args: ['-y', '@benborla29/mcp-server-mysql'],
      env: { MYSQL_HOST: '127.0.0.1', MYSQL_PORT: '3306', MYSQL_USER: 'root', MYSQL_PASS: secret('', 12) },
    },
    MongoDB: npx(
      'mongodb-mcp-server',
      '--connectionString',
      `mongodb+srv://ana:${secret('', 16)}@cluster0.abcde.mongodb.net/app?retryWrites=true`,
      '--readOnly',
    ),
    redis: {
      command: 'uvx',
      args: [
        '--from',
        'redis-mcp-server@latest',
        'redis-mcp-server',
        '--url',
        `redis://:${secret('', 20)}@cache:6379/0`,
      ],
    },
    mssql: {
      command: 'dotnet',
      args: ['MssqlMcp.dll'],
      env: {
        CONNECTION_STRING: `Server=db.example.com;Database=app;User Id=sa;Password=${secret('', 14)};Encrypt=true`,
      },
    },
    'elasticsearch-mcp-server': {
      ...docker(['ES_URL', 'ES_API_KEY'], 'docker.elastic.co/mcp/elasticsearch', 'stdio'),
      env: { ES_URL: 'https://es.example.com:9200', ES_API_KEY: `${secret('', 58)}==` },
    },
    grafana: {
      command: 'mcp-grafana',
      args: [],
      env: { GRAFANA_URL: 'http://localhost:3000', GRAFANA_SERVICE_ACCOUNT_TOKEN: secret('glsa_', 41) },
    },
  };
}

function remote(secret: Make) {
  return {
    'github-remote': {
      type: 'http',
      url: 'https://api.githubcopilot.com/mcp/',
      headers: { Authorization: `Bearer ${secret('github_pat_', 82)}` },
    },
    exa: { url: `https://mcp.exa.ai/mcp?exaApiKey=${secret('', 32, hex)}&tools=web_search_exa` },
    'firecrawl-remote': { url: `https://mcp.firecrawl.dev/${secret('fc-', 32, hex)}/v2/mcp` },
    linear: npx(
      'mcp-remote',
      'https://mcp.linear.app/mcp',
      '--header',
      `Authorization: Bearer ${secret('lin_api_', 40)}`,
    ),
    context7: { url: 'https://mcp.context7.com/mcp', headers: { CONTEXT7_API_KEY: secret('ctx7sk-', 36) } },
    tavily: npx('mcp-remote', `https://mcp.tavily.com/mcp/?tavilyApiKey=${secret('tvly-', 32)}`),
    zapier: { url: `https://mcp.zapier.com/api/mcp/s/${secret('', 80)}/mcp` },
  };
}
