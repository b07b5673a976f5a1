module runner

go 1.18

require slidepost v0.1.0

replace slidepost => ../../../../src/client/go
