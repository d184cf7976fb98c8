import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { registerTools } from 'repomap';
import { z } from 'zod';

serveStdio(() => {
  const server = new McpServer({ name: 'my-server', version: '1.0.0' });
  server.registerTool('greet', { inputSchema: z.object({ name: z.string() }) }, async ({ name }) => ({
    content: [{ type: 'text', text: `Hello ${name}` }],
  }));
  registerTools(server, { root: process.argv[2] ?? '.' });
  registerTools(server, { root: process.argv[3] ?? '.', prefix: 'notes', readOnly: true });
  return server;
});
