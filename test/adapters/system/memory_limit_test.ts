/** Memory limit of a process by the files that Linux has for its control groups. */
import assert from "node:assert/strict";
import { dirname } from "node:path";
import { memoryLimit } from "../../../src/adapters/system/memory_limit.ts";

const MACHINE = 8_000_000_000;
/** Limit of version 1 that stands for none. */
const UNLIMITED_V1 = "9223372036854771712";

/** Limits by name, with files below the root. */
const LIMITS: Record<string, { files: Record<string, string>; expected: number }> = {
  "no control groups": { files: {}, expected: MACHINE },
  "version 2": {
    files: {
      "proc/self/cgroup": "0::/system.slice/slidepost.service\n",
      "sys/fs/cgroup/system.slice/slidepost.service/memory.max": "1000000000\n",
      "sys/fs/cgroup/system.slice/memory.max": "max\n",
    },
    expected: 1_000_000_000,
  },
  "version 2, of a group above": {
    files: {
      "proc/self/cgroup": "0::/machine.slice/slidepost\n",
      "sys/fs/cgroup/machine.slice/slidepost/memory.max": "max\n",
      "sys/fs/cgroup/machine.slice/memory.max": "600000000\n",
    },
    expected: 600_000_000,
  },
  "version 2, in a container": {
    files: { "proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "536870912\n" },
    expected: 536_870_912,
  },
  "version 2, none": {
    files: { "proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "max\n" },
    expected: MACHINE,
  },
  "version 2, beyond the machine": {
    files: { "proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "9000000000\n" },
    expected: MACHINE,
  },
  "version 1": {
    files: {
      "proc/self/cgroup": "9:cpu,cpuacct:/x\n4:memory:/docker/abc\n0::/\n",
      "sys/fs/cgroup/memory/docker/abc/memory.limit_in_bytes": "700000000\n",
      "sys/fs/cgroup/memory/memory.limit_in_bytes": `${UNLIMITED_V1}\n`,
    },
    expected: 700_000_000,
  },
  "version 1, in a container that does not show the groups above": {
    files: {
      "proc/self/cgroup": "4:hugetlb,memory:/docker/abc\n",
      "sys/fs/cgroup/memory/memory.limit_in_bytes": "700000000\n",
    },
    expected: 700_000_000,
  },
  "version 1, none": {
    files: {
      "proc/self/cgroup": "4:memory:/\n",
      "sys/fs/cgroup/memory/memory.limit_in_bytes": `${UNLIMITED_V1}\n`,
    },
    expected: MACHINE,
  },
};

for (const [name, { files, expected }] of Object.entries(LIMITS)) {
  Deno.test(`the memory limit: ${name}`, async () => {
    const root = await Deno.makeTempDir();
    try {
      for (const [path, text] of Object.entries(files)) {
        await Deno.mkdir(dirname(`${root}/${path}`), { recursive: true });
        await Deno.writeTextFile(`${root}/${path}`, text);
      }
      assert.equal(memoryLimit(root, () => MACHINE), expected);
    } finally {
      await Deno.remove(root, { recursive: true });
    }
  });
}
