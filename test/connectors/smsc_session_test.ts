/** Sessions with an SMSC: binding, loss and end. */
import assert from "node:assert/strict";
import type { SubmissionResult } from "../../src/ports/mod.ts";
import { type Smsc, startSmsc, textOf } from "../support/smsc.ts";
import { bounds, lost, newSms, startCarrier, startConnector, testParts } from "./smsc_carrier.ts";

const reasonOf = (result: SubmissionResult) => {
  assert.equal(result.status, "temporary");
  return (result as { reason: string }).reason;
};

Deno.test("a transceiver binds as SMPP 3.4 with its credentials", async () => {
  await using carrier = await startCarrier({ systemId: "me", password: "pw", systemType: "VMS" });
  const [bind] = carrier.smsc.binds;
  assert.deepEqual(
    [bind!.command, bind!.system_id, bind!.password, bind!.system_type, bind!.interface_version],
    ["bind_transceiver", "me", "pw", "VMS", 0x34],
  );
});

Deno.test("split: submissions go through the transmitters, deliveries come through the receivers", async () => {
  await using carrier = await startCarrier({ bind: "split", sessions: 2 });
  const { connector, smsc, inbound } = carrier;
  assert.deepEqual(smsc.binds.map(({ command }) => command).sort(), [
    "bind_receiver",
    "bind_receiver",
    "bind_transmitter",
    "bind_transmitter",
  ]);
  const roles = new Map(smsc.sessions.map((session, at) => [session, smsc.binds[at]!.command]));
  await Promise.all(Array.from({ length: 10 }, () => connector.submit(newSms())));
  assert.equal(smsc.submitted.length, 10);
  for (const { session } of smsc.submitted) assert.equal(roles.get(session), "bind_transmitter");
  const receiver = smsc.sessions.find((session) => roles.get(session) === "bind_receiver")!;
  const from = { source_addr: "16175550101", destination_addr: "111122" };
  assert.equal(await smsc.deliver({ ...from, short_message: "hi", data_coding: 3 }, receiver), 0);
  assert.equal(inbound[0]!.text, "hi");
});

Deno.test("a refused bind is reported for messages and logged, and repeated", async () => {
  await using smsc = await startSmsc();
  smsc.admit = () => 0x0e;
  await using carrier = await startConnector({ port: smsc.port });
  const { connector, lines } = carrier;
  assert.equal(reasonOf(await connector.submit(newSms())), "bind refused: invalid password");
  const warnings = lines.filter(({ level }) => level === "warn");
  assert.equal(warnings.length, 1, "once");
  assert.equal(warnings[0]!.facts.reason, "bind refused: invalid password");
  assert.ok(!JSON.stringify(lines).includes("secret"));
  smsc.admit = () => 0;
  await carrier.until(() => bounds(carrier) === 1);
  assert.equal((await connector.submit(newSms())).status, "accepted");
});

Deno.test("an unreachable host is reported, and found once it is up", async () => {
  const { port } = await using(await startSmsc());
  await using carrier = await startConnector({ port });
  const { connector } = carrier;
  await lost(carrier, /^the connection was refused$/);
  await using smsc = await startSmsc({ port });
  await carrier.until(() => bounds(carrier) === 1);
  assert.equal((await connector.submit(newSms())).status, "accepted");
  assert.equal(smsc.submitted.length, 1);
});

Deno.test("a refused connection is reported in the words of the dialler", async () => {
  const test = testParts();
  test.parts.connect = () => Promise.reject(new Error("10.0.0.1:2775 refused the connection"));
  await using carrier = await startConnector({}, test);
  await lost(carrier, /^no connection: 10.0.0.1:2775 refused the connection$/);
});

Deno.test("a connector stops at once while it connects, or binds", async () => {
  const never = testParts();
  never.parts.connect = () => new Promise(() => {});
  const connecting = await startConnector({ timeoutSeconds: 3600 }, never);
  await connecting.connector.stop();

  await using smsc = await startSmsc();
  smsc.admit = () => 0;
  const binding = await startConnector({ port: smsc.port, timeoutSeconds: 3600 });
  await binding.connector.stop();
  assert.equal(reasonOf(await binding.connector.submit(newSms())), "the connector was replaced");
});

Deno.test("an SMSC that accepts connections and stays silent fails after the timeout", async () => {
  const server = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = server.addr as Deno.NetAddr;
  const conns: Deno.Conn[] = [];
  const accepting = (async () => {
    for await (const conn of server) conns.push(conn);
  })();
  const carrier = await startConnector({ port, timeoutSeconds: 0.2 });
  await lost(carrier, /^bind failed: no response within 0.2 s$/);
  await carrier.connector.stop();
  server.close();
  await accepting;
  for (const conn of conns) conn.close();
});

Deno.test("TLS: a certificate is checked against the host", async () => {
  const { key, cert } = await newCertificate();
  await using smsc = await startSmsc({ key, cert });
  const trusting = () => {
    const test = testParts();
    test.parts.trustedCertificates = [cert];
    const { connect } = test.parts;
    // A resolver that knows only this name.
    test.parts.connect = (_host, port) => connect("127.0.0.1", port);
    return test;
  };
  const common = { port: smsc.port, tls: true };
  for (const host of ["smsc.example.com", "127.0.0.1"]) {
    await using carrier = await startConnector({ ...common, host }, trusting());
    await carrier.until(() => bounds(carrier) === 1);
    assert.equal((await carrier.connector.submit(newSms({ text: host }))).status, "accepted");
    assert.equal(textOf(smsc.submitted.at(-1)!), host);
  }
  await using other = await startConnector({ ...common, host: "other.example.com" }, trusting());
  await lost(other, /^the TLS certificate is not valid/);
  await using plain = await startConnector(common);
  await lost(plain, /^the TLS certificate is not valid/);
  assert.equal(smsc.submitted.length, 2);
});

Deno.test("an SMSC that is started again is found again", async () => {
  const first = await startSmsc();
  const { port } = first;
  await using carrier = await startConnector({ port, sessions: 2 });
  await carrier.until(() => bounds(carrier) === 2);
  await first[Symbol.asyncDispose]();
  await lost(carrier, /^the connection was refused$/);
  await using second = await startSmsc({ port });
  await carrier.until(() => bounds(carrier) === 4);
  assert.equal((await carrier.connector.submit(newSms())).status, "accepted");
  assert.equal(second.submitted.length, 1);
});

Deno.test("the wait for the next bind grows with sessions that carried no message, and no others", async () => {
  await using carrier = await startCarrier();
  const { connector, lines, smsc } = carrier;
  const ends = () => lines.filter(({ message }) => message === "no session with the SMSC");
  async function endSession(): Promise<void> {
    await smsc.until(() => smsc.sessions.length === 1);
    const count = ends().length;
    smsc.sessions[0]!.destroy();
    await smsc.until(() => smsc.sessions.length === 0);
    await carrier.until(() => ends().length > count);
  }
  for (let i = 0; i < 3; i++) {
    await smsc.until(() => smsc.sessions.length === 1);
    assert.equal((await connector.submit(newSms())).status, "accepted");
    await endSession();
  }
  await endSession();
  smsc.respond = () => ({ status: 0x0b }); // ESME_RINVDSTADR
  assert.equal((await connector.submit(newSms())).status, "permanent");
  await endSession();
  await smsc.until(() => smsc.sessions.length === 1);
  assert.equal(await smsc.deliver({ source_addr: "1", destination_addr: "2" }), 0);
  await endSession();
  assert.deepEqual(ends().map(({ facts }) => facts.failures), [1, 1, 1, 2, 3, 1]);
});

Deno.test("when one of two sessions dies the other goes on", async () => {
  await using carrier = await startCarrier({ sessions: 2 });
  const { connector, smsc } = carrier;
  const [first, second] = smsc.sessions;
  smsc.admit = () => 0x0d; // it may not bind again
  first!.destroy();
  await lost(carrier, /^bind refused: bind failed$/);
  const results = await Promise.all(Array.from({ length: 15 }, () => connector.submit(newSms())));
  assert.deepEqual(results.map(({ status: result }) => result), Array(15).fill("accepted"));
  assert.ok(smsc.submitted.every(({ session }) => session === second));
});

Deno.test("a connector that stops finishes its work in progress, accepts no more, and unbinds", async () => {
  await using carrier = await startCarrier({ sessions: 2 });
  const { connector, smsc } = carrier;
  const { promise, resolve } = Promise.withResolvers<void>();
  smsc.respond = async () => {
    await promise;
    return {};
  };
  const underWay = connector.submit(newSms());
  await smsc.until(() => smsc.submitted.length === 1);
  let isStopped = false;
  const stopped = connector.stop().then(() => isStopped = true);
  const late = await connector.submit(newSms());
  assert.deepEqual(late, {
    status: "temporary",
    reason: "the connector was replaced",
    retryAfterMs: 100,
  });
  assert.equal(isStopped, false);
  resolve();
  assert.equal((await underWay).status, "accepted");
  await stopped;
  const unbinds = smsc.heard.filter(({ command }) => command === "unbind");
  assert.equal(unbinds.length, 2);
  assert.equal(bounds(carrier), 2);
});

Deno.test("a connector stops even if its SMSC no longer responds", async () => {
  await using carrier = await startCarrier({ timeoutSeconds: 0.3 });
  const { connector, smsc } = carrier;
  smsc.respond = () => "silence";
  smsc.isPolite = false;
  const submitted = connector.submit(newSms());
  await smsc.until(() => smsc.submitted.length === 1);
  await connector.stop();
  assert.equal((await submitted).status, "unconfirmed");
});

async function newCertificate(): Promise<{ key: string; cert: string }> {
  const directory = await Deno.makeTempDir();
  const [keyPath, certPath] = [`${directory}/key.pem`, `${directory}/cert.pem`];
  const openssl = await new Deno.Command("openssl", {
    args: "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=t"
      .split(" ").concat("-addext", "subjectAltName=DNS:smsc.example.com,IP:127.0.0.1")
      .concat("-keyout", keyPath, "-out", certPath),
    stderr: "null",
  }).output();
  assert.ok(openssl.success);
  const [key, cert] = [await Deno.readTextFile(keyPath), await Deno.readTextFile(certPath)];
  await Deno.remove(directory, { recursive: true });
  return { key, cert };
}

/** Stops an SMSC, and returns its port. */
async function using(smsc: Smsc): Promise<{ port: number }> {
  await smsc[Symbol.asyncDispose]();
  return { port: smsc.port };
}
