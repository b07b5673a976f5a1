module slidepost

go 1.18
