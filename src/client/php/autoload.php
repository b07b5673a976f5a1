<?php

// Loads the classes of this folder, for projects without Composer.

declare(strict_types=1);

spl_autoload_register(static function (string $class): void {
    if (str_starts_with($class, 'Slidepost\\')) {
        $file = __DIR__ . '/src/' . strtr(substr($class, strlen('Slidepost\\')), '\\', '/') . '.php';
        if (is_file($file)) {
            require $file;
        }
    }
});
