// Which addresses a name may mean, for servers that the user typed and for programs with named hosts.
import { describe, expect, test } from 'vitest';
import { reachOfHosts, reachOfServer } from '../../../../electron/core/outbound/reach.ts';

describe('What a server leads to', () => {
  test.each([
    // A server on the internet.
    ['https://mcp.example.com/', 'sso.other.com', '1.1.1.1', true],
    ['https://mcp.example.com/', 'mcp.example.com', '1.1.1.1', true],
    ['https://mcp.example.com/', 'localhost', '127.0.0.1', false],
    ['https://mcp.example.com/', 'mcp.example.com', '127.0.0.1', false],
    ['https://mcp.example.com/', 'sso.other.com', '127.0.0.1', false],
    ['https://mcp.example.com/', 'sso.other.com', '10.0.0.1', false],
    ['https://mcp.example.com/', '169.254.169.254', '169.254.169.254', false],
    ['https://mcp.example.com/', 'mcp.example.com', '169.254.169.254', false],
    ['https://mcp.example.com/', '10.0.0.1', '10.0.0.1', false],
    ['https://mcp.example.com/', '[::ffff:7f00:1]', '::ffff:127.0.0.1', false],
    ['https://1.1.1.1/', '10.0.0.1', '10.0.0.1', false],
    // One of a company's own network, and what belongs to its domain.
    ['https://mcp.corp.example/', 'mcp.corp.example', '10.0.0.1', true],
    ['https://mcp.corp.example/', 'sso.corp.example', '10.0.0.2', true],
    ['https://mcp.corp.example/', 'sso.corp.example', '127.0.0.1', false],
    ['https://10.0.0.1/', '10.0.0.2', '10.0.0.2', true],
    ['https://10.0.0.1/', '127.0.0.1', '127.0.0.1', false],
    // One of this machine.
    ['http://127.0.0.1:1/', '127.0.0.1', '127.0.0.1', true],
    ['http://localhost:1/', 'localhost', '::1', true],
    ['http://localhost:1/', '127.0.0.1', '127.0.0.1', true],
    ['http://localhost:1/', 'sso.other.com', '1.1.1.1', true],
    ['http://localhost:1/', 'sso.other.com', '127.0.0.1', false],
    ['http://localhost:1/', '169.254.169.254', '169.254.169.254', false],
    // What was typed as an address is that address.
    ['http://169.254.1.1/', '169.254.1.1', '169.254.1.1', true],
  ])('A server at %s may have %s at %s asked: %s.', (server, hostname, address, may) => {
    expect(reachOfServer(server)(hostname, address) === null).toBe(may);
  });
});

describe('What named hosts mean', () => {
  test.each([
    [['api.example.com'], 'api.example.com', '1.1.1.1', true],
    [['api.example.com'], 'api.example.com', '127.0.0.1', false],
    [['api.example.com'], 'api.example.com', '169.254.169.254', false],
    [['*.example.com'], 'a.example.com', 'fd00::1', false],
    [['git.corp.example', '10.1.2.3'], 'git.corp.example', '10.1.2.3', true],
    [['git.corp.example', '10.1.2.3'], 'git.corp.example', '10.1.2.4', false],
    [['localhost:8080'], 'localhost', '127.0.0.1', true],
    [['localhost:8080'], 'localhost', '10.0.0.1', false],
    [['127.0.0.1:8080'], '127.0.0.1', '127.0.0.1', true],
    [['intern', '[fd00::1]:8443'], 'intern', 'fd00::1', true],
  ])('With the hosts %j, %s at %s: %s.', (hosts, hostname, address, may) => {
    expect(reachOfHosts(hosts)(hostname, address) === null).toBe(may);
  });
});
