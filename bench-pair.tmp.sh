cd /tmp/w/batchio/base && npx tsx test/bench/bench.ts batch --index /tmp/w/batchio/gen --rows 20000 2>/dev/null | sed -n 1,14p
cd /work/batchio && npx tsx test/bench/bench.ts batch --index /tmp/w/batchio/gen --rows 20000 2>/dev/null | sed -n 1,14p
