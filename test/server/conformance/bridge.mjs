// Gives a stdio server an HTTP face, as far as the conformance runner needs one: POST only, one child process
// for each 2025-era session and one for all 2026-07-28 requests. Answers come as an event stream, so that
// the notifications of a call reach its caller.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';

class Child {
  #process;
  #waiting = new Map();
  #nextId = 1;

  constructor(command) {
    this.#process = spawn(command[0], command.slice(1), { stdio: ['pipe', 'pipe', 'inherit'] });
    createInterface({ input: this.#process.stdout }).on('line', (line) => this.#receive(JSON.parse(line)));
  }

  /** Ids and progress tokens of different HTTP requests may be the same: each gets its own on the pipe. */
  request(message, emit) {
    const id = this.#nextId++;
    const token = message.params?._meta?.progressToken;
    const sent = structuredClone({ ...message, id });
    if (token !== undefined) sent.params._meta.progressToken = id;
    return new Promise((resolve) => {
      this.#waiting.set(id, { id: message.id, token, emit, resolve });
      this.send(sent);
    });
  }

  send(message) {
    this.#process.stdin.write(`${JSON.stringify(message)}\n`);
  }

  end() {
    this.#process.stdin.end();
  }

  #receive(message) {
    const subscription = message.params?._meta?.[SUBSCRIPTION];
    const waiting = this.#waiting.get(message.id ?? subscription ?? message.params?.progressToken);
    if (!waiting) return;
    if (message.method) {
      if (subscription !== undefined) message.params._meta[SUBSCRIPTION] = waiting.id;
      else if (waiting.token !== undefined) message.params.progressToken = waiting.token;
      waiting.emit(message);
      return;
    }
    this.#waiting.delete(message.id);
    waiting.resolve({ ...message, id: waiting.id });
  }
}

const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId';

const OPENING = {
  jsonrpc: '2.0',
  method: 'tools/list',
  params: {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
};

/** Listens on a free port of the loopback interface. */
export async function startBridge(command) {
  const sessions = new Map();
  const stateless = new Child(command);
  await stateless.request(OPENING, () => {}); // settles the generation, which over HTTP the header says
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST') return response.writeHead(405).end();
    const message = JSON.parse(Buffer.concat(await chunksOf(request)).toString());
    const modern = (request.headers['mcp-protocol-version'] ?? '') >= '2026';
    let session = request.headers['mcp-session-id'];
    if (!modern && message.method === 'initialize') {
      session = randomUUID();
      sessions.set(session, new Child(command));
    }
    const child = modern ? stateless : sessions.get(session);
    if (!child) return response.writeHead(session ? 404 : 400).end();
    if (message.id === undefined) {
      child.send(message);
      return response.writeHead(202).end();
    }
    const headers = {
      'content-type': 'text/event-stream',
      ...(session ? { 'mcp-session-id': session } : {}),
    };
    const event = (data) => `event: message\ndata: ${JSON.stringify(data)}\n\n`;
    let head = true;
    const open = (status) => {
      if (head) response.writeHead(status, headers);
      head = false;
    };
    const answer = await child.request(message, (notification) => {
      open(200);
      response.write(event(notification));
    });
    open(modern && answer.error && head ? httpStatus(answer.error.code) : 200);
    response.end(event(answer));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/mcp`,
    close() {
      for (const child of [stateless, ...sessions.values()]) child.end();
      server.close();
      server.closeAllConnections();
    },
  };
}

/** 2026-07-28 ties the codes of refused requests to HTTP statuses. */
function httpStatus(code) {
  if (code === -32601) return 404;
  return [-32600, -32602, -32700, -32022, -32021, -32020].includes(code) ? 400 : 200;
}

async function chunksOf(stream) {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}
