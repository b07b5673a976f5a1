<?php

declare(strict_types=1);

namespace Slidepost;

/** Object of the JSON API: its fields have names in camelCase here, and with hyphens in JSON. */
abstract class Fields implements \JsonSerializable
{
    /**
     * Fields by their names in PHP: the name in JSON, the class of the object or objects in it, and
     * whether there is a `list` of them, or a `map` by keys of the customer's own.
     */
    public const WIRE = [];

    /** Returns the fields by their names in JSON. Fields that are null are left out. */
    public function jsonSerialize(): object
    {
        $fields = [];
        foreach (static::WIRE as $name => $field) {
            $value = $this->{$name};
            if ($value !== null) {
                $fields[$field[0]] = ($field[2] ?? null) === 'map' ? (object) $value : $value;
            }
        }
        return (object) $fields;
    }

    /**
     * Reads an object. Fields that this version does not know are left out.
     *
     * @param array<string, mixed> $fields Fields by their names in JSON.
     * @throws \UnexpectedValueException
     */
    public static function fromWire(array $fields): static
    {
        $arguments = [];
        foreach (static::WIRE as $name => $field) {
            $value = $fields[$field[0]] ?? null;
            if ($value !== null) {
                $arguments[$name] = self::convert($field[1] ?? null, isset($field[2]), $value);
            }
        }
        try {
            return new static(...$arguments);
        } catch (\TypeError $error) {
            throw new \UnexpectedValueException('a field of ' . static::class . ' is missing or wrong', 0, $error);
        }
    }

    private static function convert(?string $class, bool $isArray, mixed $value): mixed
    {
        if ($class === null) {
            return $value;
        }
        if (is_array($value) && $isArray) {
            return array_map(static fn (mixed $each): mixed => self::convert($class, false, $each), $value);
        }
        if (is_subclass_of($class, \BackedEnum::class)) {
            return $class::from($value);
        }
        return is_array($value) ? $class::fromWire($value) : $value;
    }
}
